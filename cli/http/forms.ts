import type { NextFunction, Request, Response } from "express";
import { areaOf } from "~/web/areas";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
/** Text fields only so far: a larger body is nobody's form. */
const LIMIT_BYTES = 1024 * 1024;
/** Of the forms that anybody can send: sign-in, sign-up, a new password, language and theme. */
const PUBLIC_LIMIT_BYTES = 64 * 1024;

/** Pages take forms. Anything else posted to them is answered here, instead of failing somewhere inside. */
export function formsOnly(sessionCookieName: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return next();
    if (request.method !== "POST") {
      // Nothing here puts, patches or deletes: only a form may use a link up or end a session.
      response
        .status(405)
        .set("Allow", "GET, HEAD, POST")
        .type("text/plain")
        .send("Pages take forms by POST.\n");
      return;
    }
    if (request.headers["transfer-encoding"]) {
      // Browsers say how long a form is; a body without length would have to be read to be refused.
      response.status(411).type("text/plain").send("Send the form with a Content-Length.\n");
      return;
    }
    const length = Number(request.headers["content-length"] ?? 0);
    if (length > limitOf(request, sessionCookieName)) {
      response.status(413).type("text/plain").send("This form is too large.\n");
      return;
    }
    const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (!type && length === 0) {
      // A button without fields, posted by a program: an empty form.
      request.headers["content-type"] = FORM_TYPES[0];
      return next();
    }
    if (type && FORM_TYPES.includes(type)) return next();
    response
      .status(415)
      .type("text/plain")
      .send(`Pages take forms: ${FORM_TYPES.join(" or ")}.\n`);
  };
}

function limitOf({ path, headers }: Request, sessionCookieName: string): number {
  const signedOut = !headers.cookie?.includes(`${sessionCookieName}=`);
  const isPublic = areaOf(path.replace(/\.data$/, "")) === "public";
  return isPublic || signedOut ? PUBLIC_LIMIT_BYTES : LIMIT_BYTES;
}
