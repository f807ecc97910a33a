const FIELD_NAME = /^[a-z][a-z0-9_]{0,40}$/;

/**
 * The fields of a posted form. Throws a 400 answer when the body is none. Our forms are flat: a name such as "email[9]" or
 * "a.b", which the form library would unfold into arrays and objects of that size, is dropped.
 */
export async function formOf(request: Request): Promise<FormData> {
  let form: FormData;
  try {
    form = await request.formData();
  } catch {
    throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
  return flatFields(form);
}

/** Drops every field whose name is not one of a flat form. */
export function flatFields<T extends FormData | URLSearchParams>(given: T): T {
  for (const name of new Set(given.keys())) if (!FIELD_NAME.test(name)) given.delete(name);
  return given;
}

/** The path of a request for the log; the secret of a one-time link is a password while it lives. */
export function pathForLog(request: Request): string {
  return new URL(request.url).pathname.replace(/^\/link\/[^/]+/, "/link/[redacted]");
}
