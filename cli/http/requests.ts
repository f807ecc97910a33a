import type { NextFunction, Request, Response } from "express";

// What is refused of a request before anything looks at it, because two programs could read it differently.

/** Segments that lead upwards, also written so that only the second reader sees them, and what some take for a slash. */
const AMBIGUOUS = /(?:^|\/)(?:\.|%(?:25)*2e){1,2}(?=\/|$)|\\|%(?:25)*5c/i;

/** Refuses requests with two `Host` headers, and paths that lead upwards or have backslashes. */
export function plainRequestsOnly(request: Request, response: Response, next: NextFunction): void {
  const hosts = request.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === "host");
  if (hosts.length < 2 && !AMBIGUOUS.test(request.path)) return next();
  response.status(400).set("Connection", "close").type("text/plain").send("Bad request\n");
}

/** Addresses that a proxy has forwarded, without the port that some add: with it each connection would be a client of its own. */
export function forwardedWithoutPorts(request: Request, _response: Response, next: NextFunction): void {
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded === "string")
    request.headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(", ");
  next();
}

/** Of 192.0.2.1:4711 and [2001:db8::1]:4711 the address; of [2001:db8::1] too. */
function withoutPort(entry: string): string {
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(entry.trim()) ?? [];
  return v6 ?? v4 ?? entry.trim();
}

/** How long the body of a request may take, files aside: our largest forms are some kilobytes. */
const BODY_MS = 30_000;

/**
 * Ends requests whose body does not come: each of them holds a connection. Files may take as long as the server lets any request.
 *
 * @param isFile whether a file may come to this path
 */
export function bodiesInTime(isFile: (path: string) => boolean, bodyMs = BODY_MS) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const hasBody =
      request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"]) > 0;
    if (!hasBody || isFile(request.path)) return next();
    const timer = setTimeout(() => {
      if (request.complete) return;
      if (response.headersSent) return void request.destroy();
      response.status(408).set("Connection", "close").type("text/plain").send("The request took too long.\n");
      response.once("finish", () => request.destroy());
    }, bodyMs);
    timer.unref();
    request.once("close", () => clearTimeout(timer));
    next();
  };
}
