import http, { type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express, { type RequestHandler } from "express";
import { afterEach, describe, expect, test } from "vitest";
import { ownHostOnly, ownOrigin, shortAddressesOnly } from "./address";

interface Seen {
  headers: IncomingHttpHeaders;
  protocol: string;
}

let server: Server;
afterEach(() => void server.close());

/** Starts an app behind the handler. Returns a function that sends a request and returns what the app received. */
async function behind(handler: RequestHandler) {
  const app = express();
  app.use(handler);
  app.use(({ headers, protocol }, response) => void response.json({ headers, protocol }));
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
  const { port } = server.address() as AddressInfo;
  return async (path: string, headers: Record<string, string> = {}) => {
    const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
      http
        .get({ host: "127.0.0.1", port, path, headers, setHost: !("Host" in headers), agent: false }, resolve)
        .on("error", reject),
    );
    const body = await text(answer);
    return { status: answer.statusCode, type: answer.headers["content-type"], body };
  };
}
const seen = (body: string) => JSON.parse(body) as Seen;

describe("[NOT-03] outside production a request to another host name", () => {
  test.each([
    [200, "app.example"],
    [200, "APP.example:1234"],
    [200, "localhost"],
    [200, "localhost:3000"],
    [200, "127.0.0.1:3000"],
    [200, "127.255.0.9"],
    [200, "[::1]:3000"],
    [421, "evil.example"],
    [421, "app.example.evil.example"],
    [421, "evil.app.example"],
    [421, "127.evil.example"],
    [421, "localhost.evil.example"],
    [421, "10.0.0.1"],
    [421, "[::2]"],
    [421, ""],
    [421, "a b"],
  ])("%i for %j", async (status, host) => {
    const ask = await behind(ownHostOnly("http://app.example:3000"));
    expect((await ask("/", { Host: host })).status).toBe(status);
  });

  test("is answered with the correct address", async () => {
    const ask = await behind(ownHostOnly("http://app.example:3000"));
    expect(await ask("/", { Host: "evil.example" })).toEqual({
      status: 421,
      type: expect.stringMatching(/^text\/plain/),
      body: "This server is reached at http://app.example:3000. APP_URL sets another address.\n",
    });
  });
});

test("[P10] accepts a path of 300 characters and a query of 4,000, and rejects longer ones", async () => {
  const ask = await behind(shortAddressesOnly);
  const path = `/${"a".repeat(299)}`;
  const query = `?${"q".repeat(3_999)}`;
  expect((await ask(path + query)).status).toBe(200);
  const refused = {
    status: 414,
    type: expect.stringMatching(/^text\/plain/),
    body: "This address is too long.\n",
  };
  expect(await ask(`${path}a`)).toEqual(refused);
  expect(await ask(`/${query}q`)).toEqual(refused);
});

describe("[OPS-02] a request through proxies", () => {
  const given = { Host: "inner:3000", "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "gopher" };

  test("gets host, protocol and origin of APP_URL, regardless of its headers", async () => {
    const ask = await behind(ownOrigin("https://app.example:8443/path"));
    const { headers, protocol } = seen((await ask("/", { ...given, Origin: "https://evil.example" })).body);
    expect(headers).toMatchObject({ host: "app.example:8443", origin: "https://app.example:8443" });
    expect(headers).not.toHaveProperty("x-forwarded-host");
    expect(headers).not.toHaveProperty("x-forwarded-proto");
    expect(protocol).toBe("https");
  });

  test("gets no origin if it has none", async () => {
    const ask = await behind(ownOrigin("http://localhost:3000"));
    const { headers, protocol } = seen((await ask("//evil.example/x", given)).body);
    expect(headers.host).toBe("localhost:3000");
    expect(headers).not.toHaveProperty("origin");
    expect(protocol).toBe("http");
  });

  test("is rejected if its target is not a path", async () => {
    const ask = await behind(ownOrigin("https://app.example"));
    const refused = { status: 400, type: expect.stringMatching(/^text\/plain/), body: "Bad request\n" };
    expect(await ask("http://evil.example/leads", given)).toEqual(refused);
    expect(await ask("*", given)).toEqual(refused);
  });
});
