import net from "node:net";
import { text } from "node:stream/consumers";
import { beforeAll, expect, test } from "vitest";
import { useDatabase } from "../support/database";
import { useSite } from "../support/site";

// Requests of vulnerability scanners, sent to the real program.

const FORM = "application/x-www-form-urlencoded";
const site = useSite(useDatabase(), { APP_URL: "https://app.example", TRUST_PROXY: "1" });

/** Sends bytes to the program. Returns its response and the time in milliseconds. */
async function sendRaw(bytes: string): Promise<{ answer: string; tookMs: number }> {
  const begun = performance.now();
  const socket = net.connect(site.port, "127.0.0.1", () => socket.write(bytes));
  const answer = await text(socket).catch(() => "");
  return { answer, tookMs: performance.now() - begun };
}

// Slow requests, started before the other tests.
let slowHeaders: ReturnType<typeof sendRaw>;
let slowBody: ReturnType<typeof sendRaw>;
beforeAll(() => {
  slowHeaders = sendRaw("GET /auth HTTP/1.1\r\nHost: app.example\r\nX-Slow: ");
  slowBody = sendRaw(
    `POST /auth HTTP/1.1\r\nHost: app.example\r\nContent-Type: ${FORM}\r\nContent-Length: 900\r\nConnection: close\r\n\r\nemail=a`,
  );
});

const asked = (target: string, ...headers: string[]) =>
  sendRaw([`GET ${target} HTTP/1.1`, "Connection: close", ...headers, "", ""].join("\r\n"));

test("[OPS-02] rejects requests that a proxy and the app could read differently: path steps, duplicate hosts", async () => {
  const host = "Host: app.example";
  for (const target of ["/x/../auth", "/x/%2e%2e/auth", "/assets/%252e%252e/auth", "/api/v1%5cleads", "/x\\auth"])
    expect((await asked(target, host)).answer, target).toMatch(/^HTTP\/1.1 400 /);
  for (const twice of [
    [host, "Host: evil.example"],
    [host, host],
    [host, "Authorization: a", "authorization: b"],
  ])
    expect((await asked("/auth", ...twice)).answer, twice.join()).toMatch(/^HTTP\/1.1 400 /);
  expect((await asked("/auth", host)).answer).toMatch(/^HTTP\/1.1 200 /);
});

test("[OPS-02] rejects requests of scanners without errors in the log", async () => {
  const host = "Host: app.example";
  const paths = [
    "/wp-login.php",
    "/.env",
    "/.git/config",
    "/cgi-bin/%%32%65",
    "/?x=<script>",
    "//a//b",
    "/a%00.php",
    "/%c0%ae",
  ];
  for (const path of [...paths, "/leads.php.data", "/index.php?_data=routes%2Fno-such-route", "/__manifest?p=1"])
    for (const method of ["GET", "POST", "HEAD"])
      expect((await site.request(path, { method })).status, `${method} ${path}`).toBeLessThan(500);
  for (const method of ["TRACE", "PROPFIND", "PUT", "DELETE", "OPTIONS", "PATCH"])
    expect((await site.request("/auth", { method })).status, method).toBeLessThan(500);
  for (const bytes of [
    "GARBAGE\r\n\r\n",
    "GET /auth HTTP/9.9\r\n\r\n",
    "\u0016\u0003\u0001\u0002",
    `GET / HTTP/1.1\r\n${host}\r\nX: ${"y".repeat(20_000)}\r\n\r\n`,
    `POST /auth HTTP/1.1\r\n${host}\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    `POST /auth HTTP/1.1\r\n${host}\r\nContent-Type: multipart/form-data\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc`,
    `POST /auth HTTP/1.1\r\n${host}\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc`,
  ])
    expect((await sendRaw(bytes)).answer, bytes.slice(0, 30)).toMatch(/^HTTP\/1.1 [24]\d\d /);
  const levels = site
    .log()
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { level: number });
  expect(levels.filter(({ level }) => level >= 50)).toEqual([]);
});

test("[OPS-02] ends endless headers and bodies", async () => {
  for (const { answer, tookMs } of [await slowHeaders, await slowBody]) {
    expect(answer).toMatch(/^HTTP\/1.1 408 /);
    expect(tookMs).toBeLessThan(40_000);
  }
}, 60_000);
