import { MIMEType } from "node:util";
import { withoutSecrets } from "~/paths/secret-paths";
import { isDamaged } from "~/domain/shared/damaged";

const FIELD_NAME = /^[a-z][a-z0-9_]{0,40}$/;
/** Maximum number of fields of a form, beside repeated ones. The largest form has about 50. */
const MAX_FIELDS = 200;

/** Names of fields that a form repeats, with the maximum number of times. */
export type Repeated = Readonly<Record<string, number>>;

/**
 * Returns the fields of a posted form. Our forms are flat. A name such as "email[9]" or "a.b", which the form library
 * would expand into large arrays and objects, is dropped. Fields are counted before anything is parsed, because later
 * steps take time that grows with the square of their number. Throws a 400 response when the body is not a form, and
 * 413 for more than 200 fields or a field that is repeated too often.
 */
export async function formOf(request: Request, repeated: Repeated = {}): Promise<FormData> {
  const type = request.headers.get("Content-Type") ?? "";
  const body = await request.arrayBuffer().catch(noForm);
  // For n fields, one encoding has n - 1 separators between them, the other n + 1 around them.
  if (hasMoreThan(mostFields(repeated) + 1, fieldMark(type), Buffer.from(body))) throw tooLarge();
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(noForm);
  return flatFields(form, repeated);
}

/** Returns the fields of a flat form, without the others. Throws 413 as {@link formOf} does. */
export function flatFields<T extends FormData | URLSearchParams>(given: T, repeated: Repeated = {}): T {
  const kept = (given instanceof URLSearchParams ? new URLSearchParams() : new FormData()) as FormData;
  const times = new Map<string, number>();
  let fields = 0;
  for (const [name, value] of given as FormData) {
    const before = times.get(name) ?? 0;
    if (++fields > mostFields(repeated) || before >= (repeated[name] ?? 1)) throw tooLarge();
    times.set(name, before + 1);
    if (FIELD_NAME.test(name)) kept.append(name, value);
  }
  return kept as T;
}

/** Returns the names of damaged fields: bytes that are not UTF-8 have become a replacement character. */
export function damagedFields(form: FormData): string[] {
  const damaged = [...form].filter(([, value]) => typeof value === "string" && isDamaged(value));
  return [...new Set(damaged.map(([name]) => name))];
}

const mostFields = (repeated: Repeated) => Object.values(repeated).reduce((total, times) => total + times, MAX_FIELDS);

/** Returns the separator between the fields of a body. Throws 400 for a type that is not a form's. */
function fieldMark(type: string): string {
  try {
    const { essence, params } = new MIMEType(type);
    if (essence === "application/x-www-form-urlencoded") return "&";
    const boundary = params.get("boundary");
    if (essence === "multipart/form-data" && boundary) return `--${boundary}`;
  } catch {
    // The header is not even a media type.
  }
  return noForm();
}

function hasMoreThan(most: number, mark: string, body: Buffer): boolean {
  let at = -1;
  for (let count = 0; count <= most; count++) {
    at = body.indexOf(mark, at + 1);
    if (at < 0) return false;
  }
  return true;
}

function noForm(): never {
  throw new Response(null, { status: 400, statusText: "Bad Request" });
}

const tooLarge = () => new Response("form_too_large", { status: 413, statusText: "Content Too Large" });

/** Returns the path of a request for the log, without secrets. */
export function pathForLog(request: Request): string {
  return withoutSecrets(new URL(request.url).pathname);
}
