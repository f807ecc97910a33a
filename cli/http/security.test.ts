import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type RequestHandler } from "express";
import { afterEach, describe, expect, test, vi } from "vitest";
import { log } from "~/platform/log.server";
import { lastResort, noStore, originCheck, securityHeaders } from "./security";

let server: Server;
afterEach(() => void server.close());

/** Starts an app with pages behind the handler. Returns a function that requests one. */
async function behind(handler: RequestHandler, page: RequestHandler = (_request, response) => void response.end()) {
  const app = express();
  app.use(handler);
  app.all("/{*path}", page);
  app.use(lastResort);
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
  const { port } = server.address() as AddressInfo;
  return (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
}

/** Returns the response headers of an app with this public address. */
const headersAt = async (appUrl: string) => (await (await behind(securityHeaders(appUrl)))("/")).headers;

test("prevents other sites from framing, loading or controlling a page", async () => {
  const headers = await headersAt("https://app.example");
  expect(headers.get("Content-Security-Policy")).toMatch(
    /script-src 'self' 'nonce-[^']{24}';.*frame-ancestors 'none'$/,
  );
  expect(
    headers
      .get("Content-Security-Policy")!
      .replace(/nonce-[^']+/, "nonce")
      .split("; "),
  ).toEqual([
    "default-src 'self'",
    "script-src 'self' 'nonce'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ]);
  expect(headers.get("X-Frame-Options")).toBe("DENY");
  expect(headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(headers.get("Referrer-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Opener-Policy")).toBe("same-origin");
  expect(headers.get("Cross-Origin-Resource-Policy")).toBe("same-origin");
  expect(headers.get("Strict-Transport-Security")).toBe("max-age=63072000; includeSubDomains");
});

test("sends no https policy without https", async () => {
  expect((await headersAt("http://localhost:3000")).has("Strict-Transport-Security")).toBe(false);
});

test("disables caching for signed-in users and for URLs with secrets, and hides such URLs from the Referer", async () => {
  const get = await behind(noStore("finderlohn"));
  const kept = async (path: string, cookie = "") =>
    (await get(path, { headers: { Cookie: cookie } })).headers.get("Cache-Control");
  expect(await kept("/leads", "theme=dark; finderlohn=x")).toBe("no-store");
  expect(await kept("/link/secret")).toBe("no-store");
  expect(await kept("/unsubscribe/secret")).toBe("no-store");
  const policy = async (path: string) => (await get(path)).headers.get("Referrer-Policy");
  expect([await policy("/link/secret"), await policy("/unsubscribe/secret.data")]).toEqual([
    "strict-origin",
    "strict-origin",
  ]);
  expect(await policy("/pricing")).toBeNull();
  expect(await kept("/pricing", "theme=dark")).toBeNull();
  expect(await kept("/pricing/link")).toBeNull();
});

describe("[I4] requests that another site makes a browser send", () => {
  const status = async (check: RequestHandler, headers: Record<string, string>, method = "POST") => {
    const answer = await (await behind(check))("/leads", { method, headers });
    server.close();
    return answer.status;
  };
  const production = originCheck("https://app.example/path", true);

  test.each<[number, Record<string, string>]>([
    [200, {}],
    [200, { Origin: "https://app.example" }],
    [200, { Origin: "https://app.example", "Sec-Fetch-Site": "same-origin" }],
    [200, { "Sec-Fetch-Site": "none" }],
    [403, { Origin: "https://evil.example" }],
    [403, { Origin: "http://app.example" }],
    [403, { Origin: "null" }],
    [403, { Origin: "https://localhost" }],
    [403, { Origin: "https://app.example", "Sec-Fetch-Site": "cross-site" }],
    [403, { "Sec-Fetch-Site": "same-site" }],
    [403, { "Sec-Fetch-Site": "cross-site" }],
  ])("[I4] %i for a form with %j", async (expected, headers) => {
    expect(await status(production, headers)).toBe(expected);
  });

  test("[I4] are rejected with a message, unless they only read", async () => {
    const headers = { Origin: "https://evil.example" };
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await status(production, headers, method)).toBe(200);
    const answer = await (await behind(production))("/leads", { method: "POST", headers });
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
    expect(await answer.text()).toBe("This form came from another site and was rejected.\n");
  });

  test("[I4] are accepted in development from every name of this machine at the same port", async () => {
    const developing = originCheck("http://dev.example:3000", false);
    expect(await status(developing, { Origin: "http://dev.example:3000" })).toBe(200);
    for (const host of ["localhost", "127.0.0.1", "[::1]"]) {
      expect(await status(developing, { Origin: `http://${host}:3000` }), host).toBe(200);
      expect(await status(developing, { Origin: `http://${host}:3001` }), host).toBe(403);
    }
  });
});

describe("errors before a page is reached", () => {
  /** Checks the log line. It has no stack for input that cannot be read, because senders can repeat it. */
  const answerTo = async (error: unknown, isLine = false) => {
    const logged = vi.spyOn(log, "warn").mockImplementation(() => {});
    const get = await behind((_request, _response, next) => next(error));
    const answer = await get("/");
    server.close();
    const facts = isLine ? { reason: "x" } : { err: error };
    expect(logged).toHaveBeenCalledWith(facts, "invalid request");
    expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
    return [answer.status, await answer.text()];
  };
  afterEach(() => vi.restoreAllMocks());

  test("are 400 or 500 and reveal no internals", async () => {
    const bad = [400, "Bad request\n"];
    expect(await answerTo(new TypeError("malformed"))).toEqual(bad);
    expect(await answerTo(Object.assign(new Error("x\n at y"), { status: 404 }), true)).toEqual(bad);
    expect(await answerTo(Object.assign(new Error("x"), { status: 499 }), true)).toEqual(bad);
    expect(await answerTo(Object.assign(new TypeError("x"), { code: "ERR_INVALID_URL" }), true)).toEqual(bad);
    const fault = [500, "Internal error\n"];
    expect(await answerTo(Object.assign(new Error("x"), { status: 500 }))).toEqual(fault);
    expect(await answerTo(new Error("secret"))).toEqual(fault);
  });

  test("abort a response that has begun", async () => {
    const get = await behind(
      (_request, _response, next) => next(),
      (_request, response, next) => {
        response.write("begun");
        next(new Error("x"));
      },
    );
    vi.spyOn(console, "error").mockImplementation(() => {});
    await expect(get("/").then((answer) => answer.text())).rejects.toThrow();
  });
});
