import { randomBytes } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import { isUnavailable, RETRY_SECONDS } from "~/platform/db/outage.server";
import { log, reasonLine } from "~/platform/log.server";
import { answerPlainly } from "./plain-page";
import { holdsSecret } from "~/paths/secret-paths";

/**
 * Sets the security headers of every response (I5). The nonce is passed to the page for its scripts. helmet is not
 * used, because the policy has to be written out either way and the other headers are one line each.
 * @param payingPages origins that a posted form may redirect to
 */
export function securityHeaders(appUrl: string, payingPages: readonly string[] = []) {
  const https = appUrl.startsWith("https:");
  return (_request: Request, response: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals["nonce"] = nonce;
    response.setHeader(
      "Content-Security-Policy",
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        // Toasts and dialogs insert style elements; styles cannot run code.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        // Forms may redirect there; browsers apply form-action to redirects as well.
        ["form-action 'self'", ...payingPages].join(" "),
        "frame-ancestors 'none'",
      ].join("; "),
    );
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    // With no-referrer browsers would post forms with "Origin: null", which the origin check rejects.
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    if (https) response.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
    next();
  };
}

/**
 * Disables caching of pages for signed-in users and of URLs with secrets. Requests from such a URL send only the origin
 * as Referer, because proxies log it.
 */
export function noStore(sessionCookieName: string) {
  return (request: Request, response: Response, next: NextFunction) => {
    const signedIn = request.headers.cookie?.includes(`${sessionCookieName}=`);
    const isSecret = holdsSecret(request.path);
    if (signedIn || isSecret) response.setHeader("Cache-Control", "no-store");
    if (isSecret) response.setHeader("Referrer-Policy", "strict-origin");
    next();
  };
}

/** Responds to errors before a page is reached, such as a malformed URL, without a stack. */
export function lastResort(error: unknown, request: Request, response: Response, next: NextFunction): void {
  if (response.headersSent) return next(error);
  if (isUnavailable(error)) {
    log.warn({ err: error }, "database unavailable");
    response.set("Retry-After", String(RETRY_SECONDS));
    return answerPlainly(request, response, { status: 503, kind: "unavailable", line: "Try again later" });
  }
  const { status, code } = error as { status?: number; code?: string };
  const isRefused = (status !== undefined && status < 500) || code === "ERR_INVALID_URL";
  const clientsFault = error instanceof TypeError || isRefused;
  log.warn(isRefused ? { reason: reasonLine(error) } : { err: error }, "invalid request");
  answerPlainly(
    request,
    response,
    clientsFault
      ? { status: 400, kind: "bad_request", line: "Bad request" }
      : { status: 500, kind: "unexpected", line: "Internal error" },
  );
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Rejects requests that another site makes a browser send (I4). Programs send neither header and pass, because other
 * sites cannot give them a cookie.
 */
export function originCheck(appUrl: string, production: boolean) {
  const allowed = new Set([new URL(appUrl).origin]);
  if (!production) {
    // Developers reach the same server under several names.
    const { protocol, port } = new URL(appUrl);
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) allowed.add(new URL(`${protocol}//${host}:${port}`).origin);
  }
  return (request: Request, response: Response, next: NextFunction) => {
    if (SAFE_METHODS.includes(request.method)) return next();
    const { origin, "sec-fetch-site": site } = request.headers;
    const foreign = origin !== undefined ? !allowed.has(origin) : site === "same-site";
    if (!foreign && site !== "cross-site") return next();
    const line = "This form came from another site and was rejected.";
    answerPlainly(request, response, { status: 403, kind: "foreign_form", line });
  };
}
