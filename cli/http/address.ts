import { isIPv4 } from "node:net";
import type { NextFunction, Request, Response } from "express";

/** Names that always mean the machine itself, whoever resolves them. */
const isLoopback = (host: string) =>
  host === "localhost" || host === "[::1]" || (isIPv4(host) && host.startsWith("127."));

/**
 * Outside production the mailbox can be read by whoever reaches the program. A foreign page that has its own name resolve
 * to this machine (DNS rebinding) sends that name: only those of this machine and of APP_URL are answered.
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

/** Our longest path, that of a one-time link or of a receipt, has about 80 characters. */
const LONGEST_PATH = 300;
/** Our longest query asks for a page with a long search after signing in. */
const LONGEST_QUERY = 4_000;

/** The router's time grows with the square of a path's parts, and pages repeat what their address asks for. */
export function shortAddressesOnly(request: Request, response: Response, next: NextFunction): void {
  const query = request.originalUrl.length - request.path.length;
  if (request.path.length <= LONGEST_PATH && query <= LONGEST_QUERY) return next();
  response.status(414).type("text/plain").send("This address is too long.\n");
}

/**
 * What is handed on comes from APP_URL, whatever a client or a proxy has put into `Host` and its relatives: Remix compares
 * the origin of a form with them. The origin check has judged the form before. A target that is no path is refused: appended
 * to the origin it would make another one.
 */
export function ownOrigin(appUrl: string) {
  const { origin, host, protocol } = new URL(appUrl);
  return (request: Request, response: Response, next: NextFunction): void => {
    if (!request.originalUrl.startsWith("/")) {
      response.status(400).type("text/plain").send("Bad request\n");
      return;
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
