import http, { type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import express from "express";
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from "vitest";
import { log } from "~/platform/log.server";
import { logRefusals } from "./refusals";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let server: Server;
let port: number;
/** How many answers were finished, refused or not. */
let finished: number;
let warn: MockInstance<typeof log.warn>;

beforeEach(async () => {
  warn = vi.spyOn(log, "warn").mockImplementation(() => {});
  finished = 0;
  const app = express();
  app.use(logRefusals);
  app.use((request, response) => {
    response.once("finish", () => (finished += 1));
    response.status(Number(request.headers["x-status"])).send(String(response.locals["requestId"]));
  });
  await new Promise<void>((resolve) => (server = app.listen(0, "127.0.0.1", () => resolve())));
  port = (server.address() as AddressInfo).port;
});
afterEach(() => {
  server.close();
  vi.restoreAllMocks();
});

async function ask(status: number, path = "/leads", method = "GET") {
  const before = finished;
  const headers = { "X-Status": String(status) };
  // Not `fetch`, which asks again after a 421.
  const answer = await new Promise<http.IncomingMessage>((resolve, reject) =>
    http.request({ host: "127.0.0.1", port, path, method, headers, agent: false }, resolve).on("error", reject).end(),
  );
  const told = await text(answer);
  await expect.poll(() => finished).toBe(before + 1);
  return { id: answer.headers["x-request-id"], told };
}

describe("[OPS-02] a request that is refused", () => {
  test.each([403, 413, 421, 429])("with %i is one line in the log, with its id", async (status) => {
    const { id } = await ask(status, "/leads?q=secret", "POST");
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { request_id: id, status, method: "POST", path: "/leads", ip: expect.stringMatching(/127\.0\.0\.1$/) },
      "request rejected",
    );
  });

  test.each([200, 302, 400, 401, 404, 414, 500, 503])("is not one that is answered with %i", async (status) => {
    await ask(status);
    expect(warn).not.toHaveBeenCalled();
  });

  test("is logged without the secret of its link, and not at any length", async () => {
    const pathOf = async (path: string) => {
      await ask(429, path);
      return (warn.mock.lastCall![0] as { path: string }).path;
    };
    expect(await pathOf("/link/secret/join?x=secret")).toBe("/link/[redacted]/join");
    expect(await pathOf("/unsubscribe/secret?x=secret")).toBe("/unsubscribe/[redacted]");
    expect(await pathOf(`/${"a".repeat(199)}`)).toBe(`/${"a".repeat(199)}`);
    expect(await pathOf(`/${"a".repeat(500)}`)).toBe(`/${"a".repeat(199)}`);
  });
});

test("[OPS-02] each request has an id of its own, for its answer and its pages", async () => {
  const [one, two] = [await ask(200), await ask(404)];
  for (const { id, told } of [one, two]) {
    expect(id).toMatch(UUID);
    expect(told).toBe(id);
  }
  expect(one.id).not.toBe(two.id);
});
