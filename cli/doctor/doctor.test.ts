import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { connectionsOf } from "../runtime";
import { adviceAboutJob } from "./advice";
import { clockFinding, connectionsFinding } from "./database-checks";
import { runChecks } from "./finding";
import { diskFinding, settings, stripeFinding, temporary } from "./machine-checks";

const GIB = 1024 ** 3;

test("[CLI-01] doctor grades disk, clock and connections as ok, warning or failure by limits", async () => {
  const limits = { warn: 2 * GIB, fail: GIB / 4 };
  const disk = [50 * GIB, GIB, GIB / 10].map((free) => diskFinding(free, limits, "here", "free disk space"));
  expect(disk.map(({ state }) => state)).toEqual(["ok", "warn", "fail"]);
  expect([0.2, -5, 300].map((seconds) => clockFinding(seconds).state)).toEqual(["ok", "warn", "fail"]);
  expect(clockFinding(-300)).toMatchObject({ found: expect.stringMatching(/^300\.0 s/) as string });
  const pair = connectionsOf({ WORKER_CONCURRENCY: 5, WEBHOOK_CONCURRENCY: 100 });
  expect(pair).toEqual({ web: 22, worker: 111 });
  const connections = [20, 180, 196].map((used) => connectionsFinding({ most: 197, used, pair }));
  expect(connections.map(({ state }) => state)).toEqual(["ok", "warn", "fail"]);
  // More than the server allows, although no process is running yet.
  expect(connectionsFinding({ most: 97, used: 1, pair }).state).toBe("warn");
  expect(await temporary("/nowhere/at/all")).toMatchObject({
    state: "fail",
    found: 'cannot create a file in "/nowhere/at/all": "/nowhere/at/all" does not exist',
    advice: expect.stringMatching(/TMPDIR/) as string,
  });
});

test.each([
  ["mail.notification", "Invalid login: 535 5.7.8 authentication failed", /password in SMTP_URL/],
  ["identity.send_link", "connect ECONNREFUSED 10.0.0.5:25", /does not respond: check SMTP_URL/],
  ["mail.security", "error:0A00010B:SSL routines::wrong version number", /smtps:\/\/ is for port 465/],
  ["mail.link", "Can't send mail - all recipients were rejected: 550 5.7.1", /check MAIL_FROM/],
  ["identity.send_link", "Unsupported state or unable to authenticate data", /a different SESSION_SECRET/],
  ["subscription.check", "Invalid API Key provided: sk_live_***", /STRIPE_SECRET_KEY/],
  ["commissions.generate", "sorry, too many clients already", /max_connections/],
  ["import.step", 'relation "import_row" does not exist', /finderlohn db migrate/],
  ["webhook.emit", "something nobody has seen before", /worker's log/],
])("[CLI-01] doctor gives advice for %s that failed with %s", (task, error, advice) => {
  expect(adviceAboutJob(task, error)).toMatch(advice);
  expect(adviceAboutJob(task, error)).toContain(`"finderlohn jobs retry --failed --task ${task}"`);
});

test("[CLI-01] doctor checks Stripe with the key and reports what Stripe rejects", async () => {
  const asked: string[] = [];
  const answering =
    (active: boolean, status = 200): typeof fetch =>
    async (url, init) => {
      const address = url instanceof Request ? url.url : url.toString();
      asked.push(`${init?.method} ${address} ${new Headers(init?.headers).get("Authorization")}`);
      const id = address.split("/").at(-1);
      const body =
        status === 200 ? { id, object: "price", active } : { error: { message: "Invalid API Key provided" } };
      return Response.json(body, { status });
    };
  const finding = (fetch: typeof globalThis.fetch) => stripeFinding("sk_test_1", "price_m", "price_y", fetch);
  expect(await finding(answering(true))).toMatchObject({ state: "ok" });
  expect(asked.toSorted()).toEqual([
    "GET https://api.stripe.com/v1/prices/price_m Bearer sk_test_1",
    "GET https://api.stripe.com/v1/prices/price_y Bearer sk_test_1",
  ]);
  expect(await finding(answering(false))).toMatchObject({
    state: "fail",
    found: "the price price_m is not active",
  });
  const refused = await finding(answering(true, 401));
  expect(refused).toMatchObject({ state: "fail", found: "Invalid API Key provided" });
  expect(refused.advice).toMatch(/STRIPE_SECRET_KEY/);
});

test("[CLI-01] [OPS-03] doctor reports a secret that can be guessed without printing it", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-doctor-"));
  const at = { APP_MODE: "demo", APP_URL: undefined, DATA_DIR: folder } as const;
  const file = path.join(folder, "secret");
  const given = await settings({ ...at, SESSION_SECRET: "change-me-before-the-first-start" });
  expect(given).toMatchObject({
    state: "warn",
    found: expect.stringMatching(/^SESSION_SECRET can be guessed/),
  });
  expect(given.found).not.toContain("before-the-first");
  fs.writeFileSync(file, "x".repeat(40), { mode: 0o600 });
  expect(await settings({ ...at, SESSION_SECRET: undefined })).toMatchObject({
    state: "warn",
    found: expect.stringContaining(`${file} can be guessed`),
  });
  fs.writeFileSync(file, randomBytes(32).toString("base64url"));
  expect(await settings({ ...at, SESSION_SECRET: undefined })).toMatchObject({ state: "ok" });
  fs.rmSync(folder, { recursive: true });
});

test("[CLI-01] doctor fails a check that throws and runs the others", async () => {
  const broken = { name: "a", run: () => Promise.reject(new Error("no such host\nat x")) };
  const fine = {
    name: "b",
    run: () => Promise.resolve({ state: "ok" as const, found: "yes", advice: null }),
  };
  const after = { ...fine, name: "c", needs: "a" };
  expect(await runChecks([broken, fine, after])).toMatchObject([
    { check: "a", state: "fail", found: "no such host" },
    { check: "b", state: "ok" },
    { check: "c", state: "warn", found: "not checked", advice: 'correct "a" first' },
  ]);
});
