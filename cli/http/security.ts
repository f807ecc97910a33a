import { randomBytes } from "node:crypto";
import type { NextFunction, Request, Response } from "express";

/** Headers of every response (I5). The nonce goes on to the page, which puts it on its scripts. */
export function securityHeaders(appUrl: string, sessionCookieName: string) {
  const https = appUrl.startsWith("https:");
  return (request: Request, response: Response, next: NextFunction) => {
    const nonce = randomBytes(16).toString("base64");
    response.locals["nonce"] = nonce;
    response.setHeader(
      "Content-Security-Policy",
      [
        "default-src 'self'",
        `script-src 'self' 'nonce-${nonce}'`,
        // Toasts and dialogs write style elements; styles cannot run code.
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("X-Frame-Options", "DENY");
    // Not no-referrer: browsers would then post forms with "Origin: null", which the origin check refuses.
    response.setHeader("Referrer-Policy", "same-origin");
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    if (https) response.setHeader("Strict-Transport-Security", "max-age=63072000; includeSubDomains");
    if (request.headers.cookie?.includes(`${sessionCookieName}=`))
      response.setHeader("Cache-Control", "no-store");
    next();
  };
}

const SAFE_METHODS = ["GET", "HEAD", "OPTIONS"];

/**
 * Refuses what another site makes a browser send (I4). Programs send neither header and pass: they carry no cookie that
 * somebody else put there.
 */
export function originCheck(appUrl: string, production: boolean) {
  const allowed = new Set([new URL(appUrl).origin]);
  if (!production) {
    // At the desk the same server is reached under several names.
    const { protocol, port } = new URL(appUrl);
    for (const host of ["localhost", "127.0.0.1", "[::1]"])
      allowed.add(new URL(`${protocol}//${host}:${port}`).origin);
  }
  return (request: Request, response: Response, next: NextFunction) => {
    if (SAFE_METHODS.includes(request.method)) return next();
    const { origin } = request.headers;
    const foreign =
      origin !== undefined ? !allowed.has(origin) : request.headers["sec-fetch-site"] === "cross-site";
    if (!foreign && request.headers["sec-fetch-site"] !== "cross-site") return next();
    response.status(403).type("text/plain").send("This form came from another site and was refused.\n");
  };
}
