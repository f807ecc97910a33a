import { isIPv4 } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { paths } from "~/paths/paths";
import { answerPlainly } from "./plain-page";

/** Whether a host name always means this machine. */
const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));

/**
 * Rejects requests to other host names than this machine's and APP_URL's. Outside production everyone who reaches the
 * app can read the mailbox, and another site could resolve its own name to this machine (DNS rebinding).
 */
export function ownHostOnly(appUrl: string) {
  const own = new URL(appUrl).hostname;
  return (request: Request, response: Response, next: NextFunction): void => {
    const given = `http://${request.headers.host ?? ""}`;
    const host = URL.canParse(given) ? new URL(given).hostname : "";
    if (host === own || isLoopback(host)) return next();
    response
      .status(421)
      .type("text/plain")
      .send(`This server is reached at ${appUrl}. APP_URL sets another address.\n`);
  };
}

/** The app's longest paths, unsubscribe links, have about 100 characters. */
const MAX_PATH_LENGTH = 300;
/** Unsubscribe links in emails before 25 November 2026 had 304 characters. */
const MAX_UNSUBSCRIBE_LENGTH = 320;
/** The longest query contains a page with a long search to open after sign-in. */
const MAX_QUERY_LENGTH = 4_000;

/** Rejects long URLs. The router's time grows quadratically with the parts of a path, and pages repeat the query. */
export function shortAddressesOnly(request: Request, response: Response, next: NextFunction): void {
  const query = request.originalUrl.length - request.path.length;
  const isUnsubscribing = request.path.startsWith(paths.unsubscribe());
  const longest = isUnsubscribing ? MAX_UNSUBSCRIBE_LENGTH : MAX_PATH_LENGTH;
  if (request.path.length <= longest && query <= MAX_QUERY_LENGTH) return next();
  answerPlainly(request, response, {
    status: 414,
    kind: "address_too_long",
    line: "This address is too long.",
  });
}

/**
 * Sets host, protocol and origin of a request to APP_URL's, because Remix compares the origin of a form with the `Host`
 * headers of clients and proxies. The origin check has run before. Rejects a target that is not a path, because
 * appended to the origin it could change the origin.
 */
export function ownOrigin(appUrl: string) {
  const { origin, host, protocol } = new URL(appUrl);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!request.originalUrl.startsWith("/")) {
      return answerPlainly(request, response, { status: 400, kind: "bad_request", line: "Bad request" });
    }
    const { headers } = request;
    delete headers["x-forwarded-host"];
    delete headers["x-forwarded-proto"];
    headers.host = host;
    if (headers.origin !== undefined) headers.origin = origin;
    Object.defineProperty(request, "protocol", { value: protocol.slice(0, -1) });
    next();
  };
}
