import http, { type Server } from "node:http";
import net, { type AddressInfo } from "node:net";
import express from "express";
import { afterEach, expect, test } from "vitest";
import { bodiesInTime, forwardedWithoutPorts, plainRequestsOnly } from "./requests";

let server: Server;
afterEach(() => void server.close());

/** Sends texts to an app with these checks, and returns everything received until the connection ends. */
async function answerTo(texts: string[], pauseMs = 0, bodyMs = 200): Promise<string> {
  const app = express();
  app.set("trust proxy", 1);
  app.use(
    plainRequestsOnly,
    forwardedWithoutPorts,
    bodiesInTime((path) => path.startsWith("/import/"), bodyMs),
  );
  app.post("/{*path}", express.text({ type: () => true }), (request, response) => {
    response.send(`read ${String(request.body).length}`);
  });
  app.get("/{*path}", (request, response) => void response.send(`from ${request.ip}`));
  server = http.createServer(app);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const socket = net.connect((server.address() as AddressInfo).port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data) => (answer += data.toString()));
  const ended = new Promise<void>((resolve) => socket.on("close", () => resolve()).on("error", () => {}));
  for (const text of texts) {
    if (socket.writable) socket.write(text);
    if (pauseMs > 0) await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
  await ended;
  return answer;
}

const get = (path: string, ...headers: string[]) =>
  answerTo([`GET ${path} HTTP/1.1\r\n${["Host: app.example", ...headers, "Connection: close"].join("\r\n")}\r\n\r\n`]);

test.each([
  ["/leads/../settings"],
  ["/%2e%2e/etc/passwd"],
  ["/a/%2E./b"],
  ["/a/%252e%252e/b"],
  ["/a/."],
  ["/a%5cb"],
  ["/a%255Cb"],
  ["/a\\b"],
  ["/a%2f..%2fb"],
  ["/a%252f%252e%252e%252fb"],
  ["/a/%2525252525252e"],
  ["/leads?a=1&_data=routes%2Fleads"],
])("[OPS-02] rejects a path that two programs could read differently: %s", async (path) => {
  expect(await get(path)).toContain("400 Bad Request");
});

test.each([
  "/",
  "/.well-known/security.txt",
  "/a..b/c",
  "/leads?q=../x%5c",
  "/a/...",
  "/import.csv",
  "/100%25/caf%C3%A9",
])("[OPS-02] accepts an unambiguous path: %s", async (path) => {
  expect(await get(path)).toContain("200 OK");
});

test("[OPS-02] rejects duplicates of single-value headers", async () => {
  expect(await get("/", "host: evil.example")).toContain("400 Bad Request");
  expect(await get("/", "Authorization: a", "authorization: b")).toContain("400 Bad Request");
  expect(await get("/", "Accept: a", "accept: b")).toContain("200 OK");
});

test.each([
  ["192.0.2.1:4711", "192.0.2.1"],
  ["[2001:db8::1]:4711", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["2001:db8::1", "2001:db8::1"],
  ["2001:DB8:0:0::0001", "2001:db8::1"],
  ["fe80::1%eth0", "fe80::1"],
  ['"[::ffff:192.0.2.1]:4711"', "192.0.2.1"],
  ["300.0.2.1:4711", "300.0.2.1:4711"],
  ["unknown", "unknown"],
  ["[", "["],
  ["evil, 192.0.2.1:80", "192.0.2.1"],
])("[AUTH-04] removes the port of a forwarded address: %s", async (forwarded, address) => {
  expect(await get("/", `X-Forwarded-For: ${forwarded}`)).toContain(`from ${address}`);
});

const post = (path: string) =>
  `POST ${path} HTTP/1.1\r\nHost: app.example\r\nContent-Length: 5\r\nConnection: close\r\n\r\n`;

test("[OPS-02] ends the connection if a body does not arrive, and reads a slow one that arrives in time", async () => {
  expect(await answerTo([post("/leads/new"), "a", "b"], 80)).toMatch(/^HTTP\/1.1 408 /);
  expect(await answerTo([post("/leads/new"), ..."abcde"], 5, 2_000)).toContain("read 5");
  expect(await answerTo([post("/import/leads"), ..."abcde"], 80)).toContain("read 5");
});
