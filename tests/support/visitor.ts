import { createCookie } from "@remix-run/node";
import { sessionCookieName } from "~/platform/env.server";
import { TEST_SECRET } from "./database";
import type { Form, Site, SiteRequest, SiteResponse } from "./site";

/** The page after all redirects, with its path and query, and the fragment that a redirect named. */
export interface Page extends SiteResponse {
  path: string;
  hash: string;
}

/** A browser without JavaScript that keeps its cookies between requests. */
export interface Visitor {
  /** Requests a page without following redirects. */
  get(path: string, headers?: Record<string, string>): Promise<SiteResponse>;
  /** Posts a form without following redirects. */
  post(path: string, form: Form, headers?: Record<string, string>): Promise<SiteResponse>;
  /** Posts a form with files, as a browser does: they are the last field. */
  upload(path: string, form: Form, ...files: UploadedFile[]): Promise<SiteResponse>;
  /** Opens a page and follows its redirects. */
  open(path: string): Promise<Page>;
  /** Posts a form, with files as multipart, and follows the redirects to the next page. */
  submit(path: string, form: Form, files?: UploadedFile[]): Promise<Page>;
  /** Removes the cookies whose names contain this. */
  forget(name: string): void;
}

export interface UploadedFile {
  field: string;
  name: string;
  bytes: Buffer;
  /** What the sender claims. */
  type?: string;
}

/** Returns the body of a multipart form, and its headers. */
export function multipart(form: Form, ...files: UploadedFile[]) {
  const boundary = "----boundary-of-the-tests";
  const part = (disposition: string) => `--${boundary}\r\nContent-Disposition: form-data; ${disposition}`;
  const escaped = (name: string) => name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
  const fields = [...new URLSearchParams(form)].map(([key, value]) => `${part(`name="${key}"`)}\r\n\r\n${value}\r\n`);
  const body = Buffer.concat([
    Buffer.from(fields.join("")),
    ...files.flatMap(({ field, name, bytes, type = "application/octet-stream" }) => [
      Buffer.from(`${part(`name="${field}"; filename="${escaped(name)}"`)}\r\nContent-Type: ${type}\r\n\r\n`),
      bytes,
      Buffer.from("\r\n"),
    ]),
    Buffer.from(`--${boundary}--\r\n`),
  ]);
  return {
    body,
    headers: { "Content-Type": `multipart/form-data; boundary=${boundary}`, "Content-Length": String(body.length) },
  };
}

const MAX_REDIRECTS = 10;

/**
 * Opens a browser on the site.
 * @param options.language preferred language of the browser; none if omitted
 * @param options.session session secret of a signed-in user; null if signed out
 */
export async function openVisitor(
  site: Site,
  { language, session = null }: { language?: string; session?: string | null } = {},
): Promise<Visitor> {
  const cookies = new Map<string, string>();
  const keep = (line: string) => {
    const [pair = "", ...attributes] = line.split("; ");
    const [name = "", ...value] = pair.split("=");
    if (attributes.includes("Max-Age=0")) cookies.delete(name);
    else cookies.set(name, value.join("="));
  };
  if (session !== null) {
    const cookie = createCookie(sessionCookieName(site.appUrl), { secrets: [TEST_SECRET] });
    keep(await cookie.serialize(session));
  }

  async function send(path: string, request: SiteRequest): Promise<SiteResponse> {
    const response = await site.request(path, {
      ...request,
      headers: {
        ...(language && { "Accept-Language": language }),
        ...(cookies.size > 0 && { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...request.headers,
      },
    });
    response.headers["set-cookie"]?.forEach(keep);
    return response;
  }

  async function follow(path: string, request: SiteRequest): Promise<Page> {
    let page: Page = { ...(await send(path, request)), path, hash: "" };
    for (let redirects = 0; page.headers.location !== undefined; redirects++) {
      if (redirects === MAX_REDIRECTS) throw new Error(`${path} redirects ${redirects} times`);
      const { origin, pathname, search, hash } = new URL(page.headers.location, site.appUrl);
      if (origin !== new URL(site.appUrl).origin) throw new Error(`${path} redirects to ${origin}`);
      page = { ...(await send(pathname + search, {})), path: pathname + search, hash: hash || page.hash };
    }
    return page;
  }

  return {
    get: (path, headers = {}) => send(path, { headers }),
    post: (path, form, headers = {}) => send(path, { form, headers }),
    upload: (path, form, ...files) => send(path, { method: "POST", ...multipart(form, ...files) }),
    open: (path) => follow(path, {}),
    submit: (path, form, files) => follow(path, files ? { method: "POST", ...multipart(form, ...files) } : { form }),
    forget(name) {
      for (const one of cookies.keys()) if (one.includes(name)) cookies.delete(one);
    },
  };
}
