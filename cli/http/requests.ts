import { isIP } from "node:net";
import type { NextFunction, Request, Response } from "express";
import { answerPlainly } from "./plain-page";

// Rejects requests that two programs could read differently, before any other handler.

/** Headers that must occur once. A proxy and the app could choose different ones of two. */
const SAID_ONCE = ["host", "authorization", "content-length", "content-type", "origin", "transfer-encoding"];

/**
 * Encodings of characters that control a path. They are decoded in several rounds, because each proxy may decode once.
 */
const STEERING: Record<string, string> = { "%25": "%", "%2e": ".", "%2f": "/", "%5c": "\\" };
const MAX_ROUNDS = 4;

/**
 * Rejects duplicates of single-value headers, and paths with ".." or backslashes in any encoding. Browsers send
 * neither. Also rejects `_data`, which Remix would handle as before `.data` existed, logging an error.
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
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    if (/\\|(^|\/)\.{1,2}(\/|$)/.test(read)) return true;
    const before = read;
    read = read.replaceAll(/%(?:25|2e|2f|5c)/gi, (code) => STEERING[code.toLowerCase()]!);
    if (read === before) return false;
  }
  // Legitimate paths are not encoded this often.
  return true;
}

/**
 * Removes the ports that some proxies add to forwarded addresses. Otherwise each connection would count as a separate
 * client.
 */
export function forwardedWithoutPorts(request: Request, _response: Response, next: NextFunction): void {
  const forwarded = request.headers["x-forwarded-for"];
  if (typeof forwarded === "string")
    request.headers["x-forwarded-for"] = forwarded.split(",").map(withoutPort).join(", ");
  next();
}

/**
 * Normalizes an address: no port, IPv6 as browsers write it, IPv4-mapped addresses as IPv4. Other text is unchanged.
 */
function withoutPort(entry: string): string {
  const text = entry.trim().replaceAll('"', "");
  const [, v6, v4] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? [];
  const address = v6 ?? v4 ?? text;
  if (isIP(address) !== 6) return isIP(address) ? address : text;
  const hostname = new URL(`http://[${address.split("%")[0]}]`).hostname.slice(1, -1);
  return hostname.startsWith("::ffff:") ? mappedIPv4(hostname) : hostname;
}

/** Converts `::ffff:102:304` to 1.2.3.4. */
function mappedIPv4(hostname: string): string {
  const [high = 0, low = 0] = hostname
    .split(":")
    .slice(3)
    .map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

/** Max time for a request body without files; the largest forms have some kilobytes. */
const BODY_MS = 30_000;

/**
 * Ends requests whose body does not arrive, because each occupies a connection. Files may take as long as any request.
 *
 * @param isFile whether a path accepts files
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
