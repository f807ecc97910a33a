import type { NextFunction, Request, Response } from "express";
import { areaOf } from "~/paths/areas";
import type { Language } from "~/i18n/languages";
import { takesFile } from "~/paths/upload-paths";
import { requestLanguage } from "~/server/request-language.server";
import { answerPlainly } from "./plain-page";

const FORM_TYPES = ["application/x-www-form-urlencoded", "multipart/form-data"];
const MIB = 1024 * 1024;
/** Most forms contain only text, so a larger body is not a form. */
const LIMIT_BYTES = MIB;
/** For forms with a file. The form itself reports files that are too large and stops reading. */
const FILE_LIMIT_MIB = 100;
/** For forms without a session: sign-in, sign-up, new password, language and theme. */
const PUBLIC_LIMIT_BYTES = 64 * 1024;

/** Passes only forms on to the pages and rejects all other bodies and methods. */
export function formsOnly(sessionCookieName: string) {
  return (request: Request, response: Response, next: NextFunction): void => {
    if (["GET", "HEAD", "OPTIONS"].includes(request.method)) return next();
    if (request.method !== "POST") {
      // No page uses PUT, PATCH or DELETE, and only a form may use a link or end a session.
      response.status(405).set("Allow", "GET, HEAD, POST").type("text/plain").send("Pages take forms by POST.\n");
      return;
    }
    if (request.headers["transfer-encoding"]) {
      // Browsers send the length of a form. A body without a length could only be rejected after reading it.
      response.status(411).type("text/plain").send("Send the form with a Content-Length.\n");
      return;
    }
    const length = Number(request.headers["content-length"] ?? 0);
    if (length > limitOf(request, sessionCookieName)) {
      refuseLarge(request, response).catch(next);
      return;
    }
    const type = request.headers["content-type"]?.split(";")[0]?.trim().toLowerCase();
    if (!type && length === 0) {
      // An empty form sent by a program.
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

/** Says that a form is too large, in the language of its page. A form with files leads back to what it has so far. */
async function refuseLarge(request: Request, response: Response): Promise<void> {
  const answer = { status: 413, line: "This form is too large.", language: await chosenLanguage(request) };
  if (!takesFile(pathOf(request))) return answerPlainly(request, response, { ...answer, kind: "form_too_large" });
  // The page of such a form has its path. Files that are already uploaded are in its parameters.
  const back = pathOf(request) + new URL(request.originalUrl, "http://form.invalid").search;
  answerPlainly(request, response, { ...answer, kind: "files_too_large", back, max: FILE_LIMIT_MIB });
}

function chosenLanguage({ headers }: Request): Promise<Language> {
  const { cookie = "", "accept-language": accepted = "" } = headers;
  const read = { headers: { Cookie: cookie, "Accept-Language": accepted } };
  return requestLanguage(new globalThis.Request("http://form.invalid", read));
}

const pathOf = ({ path }: Request): string => path.replace(/\.data$/, "");

function limitOf(request: Request, sessionCookieName: string): number {
  const signedOut = !request.headers.cookie?.includes(`${sessionCookieName}=`);
  const pathname = pathOf(request);
  const isPublic = areaOf(pathname) === "public";
  if (isPublic || signedOut) return PUBLIC_LIMIT_BYTES;
  return takesFile(pathname) ? FILE_LIMIT_MIB * MIB : LIMIT_BYTES;
}
