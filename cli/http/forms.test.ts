import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import express from "express";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formsOnly } from "./forms";

let server: Server;
let reached: string[];

beforeAll(async () => {
  const app = express();
  app.use(formsOnly("finderlohn"));
  app.all("/{*path}", (request, response) => {
    reached.push(request.method);
    response.end();
  });
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
});
afterAll(() => void server.close());

test.each(["/link/secret", "/auth/sign-out", "/language", "/theme", "/auth", "/leads"])(
  "[AUTH-12] only accepts posted forms at %s",
  async (path) => {
    reached = [];
    const { port } = server.address() as AddressInfo;
    for (const method of ["PUT", "PATCH", "DELETE", "PROPFIND"]) {
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method });
      expect([answer.status, answer.headers.get("Allow")], method).toEqual([405, "GET, HEAD, POST"]);
    }
    expect(reached).toEqual([]);
    const body = new URLSearchParams({ a: "b" });
    expect((await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body })).status).toBe(200);
    expect(reached).toEqual(["POST"]);
  },
);

const SMALL = 64 * 1024;
const LARGE = 1024 * 1024;
const FORM = "application/x-www-form-urlencoded";
const signedIn = { Cookie: "theme=dark; finderlohn=x" };

async function send(path: string, init: RequestInit & { duplex?: "half" } = {}) {
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", ...init });
  return { status: answer.status, type: answer.headers.get("Content-Type"), text: await answer.text() };
}
const plain = (status: number, text: string) => ({ status, type: "text/plain; charset=utf-8", text });
const ofSize = (length: number) => ({
  body: "x".repeat(length),
  headers: { ...signedIn, "Content-Type": FORM },
});

test("[P10] allows reading pages, and posting forms of both types or without fields", async () => {
  for (const method of ["GET", "HEAD", "OPTIONS"]) {
    expect((await send("/leads", { method })).status, method).toBe(200);
  }
  const form = new FormData();
  form.set("a", "b");
  expect((await send("/leads", { body: form })).status).toBe(200);
  expect((await send("/leads")).status).toBe(200);
  const shouted = {
    body: "a=b",
    headers: { "Content-Type": " Application/X-WWW-Form-urlencoded ; charset=utf-8" },
  };
  expect((await send("/leads", shouted)).status).toBe(200);
});

test("[AUTH-12] answers other methods with the allowed ones", async () => {
  expect(await send("/leads", { method: "PUT" })).toEqual(plain(405, "Pages take forms by POST.\n"));
});

test("[P10] rejects bodies of another type, of no type, or without a length", async () => {
  const wrong = plain(415, "Pages take forms: application/x-www-form-urlencoded or multipart/form-data.\n");
  expect(await send("/leads", { body: "{}", headers: { "Content-Type": "application/json" } })).toEqual(wrong);
  expect(await send("/leads", { body: "", headers: { "Content-Type": "text/plain" } })).toEqual(wrong);
  expect(await send("/leads", { body: new TextEncoder().encode("a=b") })).toEqual(wrong);
  const body = new Blob(["a=b"]).stream();
  expect(await send("/leads", { body, duplex: "half", headers: { "Content-Type": FORM } })).toEqual(
    plain(411, "Send the form with a Content-Length.\n"),
  );
});

test("[P10] limits a form to 1 MiB, and to 64 KiB on public pages or without a session", async () => {
  const tooLarge = plain(413, "This form is too large.\n");
  expect((await send("/leads", ofSize(LARGE))).status).toBe(200);
  expect(await send("/leads", ofSize(LARGE + 1))).toEqual(tooLarge);
  for (const path of ["/auth", "/auth.data"]) {
    expect((await send(path, ofSize(SMALL))).status, path).toBe(200);
    expect(await send(path, ofSize(SMALL + 1)), path).toEqual(tooLarge);
  }
  expect((await send("/leads.data", ofSize(SMALL + 1))).status).toBe(200);
  for (const Cookie of ["", "theme=dark"]) {
    const { body } = ofSize(SMALL + 1);
    expect(await send("/leads", { body, headers: { Cookie, "Content-Type": FORM } })).toEqual(tooLarge);
  }
});
