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
  app.all("*", (request, response) => {
    reached.push(request.method);
    response.end();
  });
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
});
afterAll(() => void server.close());

test.each(["/link/secret", "/auth/sign-out", "/language", "/theme", "/auth", "/leads"])(
  "[AUTH-12] only a posted form reaches %s to change anything",
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
