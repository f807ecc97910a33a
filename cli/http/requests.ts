import { isIP } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { answerPlainly } from "./plain-page";

// What is refused of a request before anything looks at it, because two programs could read it differently.

/** Headers that say one thing. Which of two is believed, a proxy and we may see differently. */
const SAID_ONCE = ["host", "authorization", "content-length", "content-type", "origin", "transfer-encoding"];

/**
 * What stands for a character that steers a path. Decoded in rounds: a proxy may decode before us, and another one
 * before that.
 */
const STEERING: Record<string, string> = { "%25": "%", "%2e": ".", "%2f": "/", "%5c": "\\" };
const MOST_ROUNDS = 4;

/**
 * Refuses a header twice that says one thing, and paths that lead upwards or have backslashes, in whatever spelling.
 * Browsers send neither. Also what asks for `_data`: Remix would answer as it did before it had `.data`, and log an
 * error.
 */
export function plainRequestsOnly(request: Request, response: Response, next: NextFunction): void {
  const names = request.rawHeaders.filter((_, index) => index % 2 === 0).map((name) => name.toLowerCase());
  const isTwice = SAID_ONCE.some((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const [path = "", query = ""] = request.originalUrl.split(/\?(.*)/s, 2);
  const asksForData = new URLSearchParams(query).has("_data");
  if (!isTwice && !asksForData && !isAmbiguous(path)) return next();
  response.set("Connection", "close");
  answerPlainly(request, response, { status: 400, kind: "bad_request", line: "Bad request" });
}

function isAmbiguous(path: string): boolean {
  let read = path;
  for (let round = 0; round <= MOST_ROUNDS; round++) {
    if (/\\|(^|\/)\.{1,2}(\/|$)/.test(read)) return true;
    const before = read;
    read = read.replaceAll(/%(?:25|2e|2f|5c)/gi, (code) => STEERING[code.toLowerCase()]!);
    if (read === before) return false;
  }
  // Nobody encodes a path so often who means well.
  return true;
}

/**
 * Addresses that a proxy has forwarded, without the port that some add: with it each connection would be a client of
 * its own.
 */
export function forwardedWithoutPorts(request: Request, _response: Response, next: NextFunction): void {
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded === "string")
    request.headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(", ");
  next();
}

/**
 * The one spelling of an address: of 192.0.2.1:4711 and [2001:db8::1]:4711 without the port, IPv6 as browsers write it,
 * and an IPv4 address in IPv6 as itself. What is no address stays.
 */
function withoutPort(entry: string): string {
  const text = entry.trim().replaceAll('"', "");
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  if (isIP(address) !== 6) return isIP(address) ? address : text;
  const hostname = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  return hostname.startsWith("::ffff:") ? mappedIPv4(hostname) : hostname;
}

/** `::ffff:102:304` is 1.2.3.4. */
function mappedIPv4(hostname: string): string {
  const [high = 0, low = 0] = hostname
    .split(":")
    .slice(3)
    .map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** How long the body of a request may take, files aside: our largest forms are some kilobytes. */
const BODY_MS = 30_000;

/**
 * Ends requests whose body does not come: each of them holds a connection. Files may take as long as the server lets
 * any request.
 *
 * @param isFile whether a file may come to this path
 */
export function bodiesInTime(isFile: (path: string) => boolean, bodyMs = BODY_MS) {
  return (request: Request, response: Response, next: NextFunction): void => {
    const hasBody = request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"]) > 0;
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
