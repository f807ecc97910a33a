import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { TEST_SECRET, useDatabase } from "../support/database";
import { useSite, type SiteRequest } from "../support/site";

// The edge of the web server behind an https proxy.

const APP_URL = "https://app.example";
const FORM = "application/x-www-form-urlencoded";
const SESSION = "__Host-finderlohn=x";

// The secret in a file, as in containers.
const secretFile = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "edge-")), "secret");
fs.writeFileSync(secretFile, `${TEST_SECRET}\n`);
afterAll(() => fs.rmSync(path.dirname(secretFile), { recursive: true }));

const site = useSite(useDatabase(), {
  APP_URL,
  TRUST_PROXY: "1",
  SESSION_SECRET: "",
  SESSION_SECRET_FILE: secretFile,
});

const ask = (path: string, request?: SiteRequest) => site.request(path, request);
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  ask(path, { form, headers: { Origin: APP_URL, ...headers } });

/** Returns the log lines of rejections at some paths. */
const refusalsAt = (...paths: string[]) =>
  site
    .log()
    .split("\n")
    .filter((line) => line.includes("request rejected"))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ path }) => paths.includes(String(path)));

test("[OPS-02] a response carries the request id of the log, and its connection outlives a proxy's", async () => {
  const refused = await ask("/sign-out", { method: "POST", headers: { Origin: "https://evil.example" } });
  expect(refused.status).toBe(403);
  const id = refused.headers["x-request-id"];
  await expect.poll(() => refusalsAt("/sign-out").map(({ request_id }) => request_id)).toEqual([id]);
  const page = await ask("/", { headers: { Connection: "keep-alive" } });
  expect(page.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
  expect(page.headers["keep-alive"]).toBe("timeout=65");
});

test("I2 accepts a form regardless of the host that a proxy or client sends", async () => {
  const credentials = { email: "nobody@agency.example", password: "correct horse battery" };
  for (const headers of [
    {},
    { Host: "127.0.0.1:8080" },
    { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "http" },
    { Host: "localhost", "X-Forwarded-Host": "app.example:8443" },
    { Origin: "http://evil.example", Expected: "403" },
  ] as Record<string, string>[]) {
    const { status, text } = await post("/auth", credentials, headers);
    expect(status, JSON.stringify(headers)).toBe(Number(headers["Expected"] ?? 401));
    expect(text).not.toContain("evil.example");
  }
});

test("answers other host names than APP_URL's and this machine's with 421 outside production, except for health checks", async () => {
  for (const host of [
    "evil.example",
    "app.example.evil.example",
    "127.0.0.1.evil.example",
    "10.0.0.1",
    "[::2]",
    "a b",
  ]) {
    const answer = await ask("/dev/mailbox", { headers: { Host: host } });
    expect(answer.status, host).toBe(421);
    expect(answer.text).toContain("APP_URL");
    expect((await ask("/healthz", { headers: { Host: host } })).status, host).toBe(200);
    expect((await ask("/readyz", { headers: { Host: host } })).status, host).toBe(200);
  }
  for (const host of [
    "app.example",
    "app.example:443",
    "localhost",
    "LOCALHOST:1",
    "127.0.0.1:1",
    "127.1.2.3",
    "[::1]:1",
  ]) {
    expect((await ask("/dev/mailbox", { headers: { Host: host } })).status, host).toBe(200);
  }
});

test("rejects a target that is not a path", async () => {
  for (const target of ["http://evil.example/", "*"]) {
    expect((await ask(target, { method: "OPTIONS" })).status, target).toBe(400);
  }
});

test("[P10] limits the length of a path, because the router's time grows quadratically with its parts", async () => {
  const parts = (count: number) => `/${"a/".repeat(count)}`;
  expect((await ask(parts(140))).status).toBe(404);
  for (const path of [parts(7_500), `/assets${parts(7_400)}`, `/${"/".repeat(15_000)}`, `${parts(7_400)}x.data`]) {
    expect((await ask(path)).status).toBe(414);
  }
});

test("[P10] limits a query to 4,000 characters, including the one remembered for sign-in", async () => {
  expect((await ask(`/auth?a=${"x".repeat(3_990)}`)).status).toBe(200);
  expect((await ask(`/auth?a=${"x".repeat(4_000)}`)).status).toBe(414);
  expect((await ask(`/leads.data?q=${"x".repeat(15_000)}`)).status).toBe(414);
  for (const query of [`q=${"%C3%A4".repeat(160)}`, "=".repeat(999), "=".repeat(3_990)]) {
    const { status, headers } = await ask(`/leads?${query}`);
    expect(status).toBe(302);
    expect((await ask(headers.location!)).status).toBe(200);
  }
});

test("I4 limits every cookie to https under https, and never sends it with other sites' requests", async () => {
  const answers = [
    await post("/language", { language: "de" }),
    await post("/theme", { theme: "dark" }),
    await post("/auth/sign-out", {}),
    await post("/leads/new", {}),
  ];
  const cookies = answers.flatMap(({ headers }) => headers["set-cookie"] ?? []);
  const names = cookies.map((cookie) => cookie.split("=", 1)[0]);
  expect(new Set(names)).toEqual(new Set(["lng", "theme", "__Host-finderlohn", "__Host-flash"]));
  for (const cookie of cookies) expect(cookie).toMatch(/; Secure(;|$)/);
  for (const cookie of cookies) expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
  // Cookies not read by scripts are HttpOnly and have a prefix that binds them to the host.
  for (const cookie of cookies.filter((one) => !/^(lng|theme)=/.test(one))) {
    expect(cookie).toMatch(/^__Host-.*; HttpOnly(;|$)/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
  }
});

test("limits public forms to 64 KiB and others to 1 MiB", async () => {
  const fields = (bytes: number) => ({ email: "a".repeat(bytes) });
  expect((await post("/auth", fields(60_000))).status).toBe(422);
  expect((await post("/auth", fields(66_000))).status).toBe(413);
  expect((await post("/auth.data", fields(66_000), { Cookie: SESSION })).status).toBe(413);
  expect((await post("/leads/new", fields(66_000))).status).toBe(413);
  expect((await post("/leads.data", fields(66_000), { Cookie: SESSION })).status).toBe(202);
  expect((await post("/leads/new", fields(66_000), { Cookie: SESSION })).status).toBe(302);
  expect((await post("/leads/new", fields(1_100_000), { Cookie: SESSION })).status).toBe(413);
});

test("logs one line per rejection with the request id and without secrets, and none for a missing file", async () => {
  await post("/link/very-secret?a=also-secret", { password: "x".repeat(70_000) });
  await post("/auth/forgot", {}, { Origin: "https://evil.example" });
  await ask("/pricing", { headers: { Host: "evil.example" } });
  const gone = await ask("/assets/gone-1234.js");
  expect(gone.status).toBe(404);
  expect((await ask("/assets/%ff")).status).toBe(400);
  const refusals = () => refusalsAt("/link/[redacted]", "/auth/forgot", "/pricing");
  await expect.poll(() => refusals().length).toBe(3);
  expect(refusals()).toMatchObject([
    { status: 413, method: "POST", path: "/link/[redacted]" },
    { status: 403, method: "POST", path: "/auth/forgot" },
    { status: 421, method: "GET", path: "/pricing" },
  ]);
  for (const { request_id } of refusals()) expect(request_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(site.log()).not.toMatch(/secret|gone-1234|evil/);
});

test("rejects damaged text in the user's language, and repairs nothing", async () => {
  const damaged = "Der Text enthält unlesbare Zeichen.";
  const german = { "Accept-Language": "de" };
  for (const name of ["Gespr\ufffd\ufffdche", "Lena\0Bauer"]) {
    const email = "damaged@agency.example";
    const refused = await post("/auth?tab=signup", { name, email, password: "correct horse battery" }, german);
    expect(refused.status).toBe(422);
    expect(refused.text).toContain(damaged);
  }
  const body = "email=damaged%40agency.example&password=gr%fcn%20gr%fcn";
  const headers = { ...german, "Content-Type": FORM, "Content-Length": String(body.length) };
  const latin = await ask("/auth", { method: "POST", headers, body });
  expect(latin.status).toBe(422);
  expect(latin.text).toContain(damaged);
  const boundary = "----edge-of-the-web-server-----";
  const multipart = [
    `--${boundary}`,
    'Content-Disposition: form-data; name="email"',
    "",
    "a\0b@agency.example",
    `--${boundary}--`,
    "",
  ].join("\r\n");
  const parts = { ...german, "Content-Type": `multipart/form-data; boundary=${boundary}` };
  const sent = await ask("/auth/forgot", {
    method: "POST",
    headers: { ...parts, "Content-Length": String(multipart.length) },
    body: multipart,
  });
  expect([sent.status, sent.text.includes(damaged)]).toEqual([422, true]);
  expect((await ask("/leads.data?q=%00&_routes=routes%2F_app.leads")).text).toContain("address_damaged");
  for (const path of [
    "/leads?q=%00",
    "/affiliates?q=%ff",
    "/search?q=%ef%bf%bd",
    "/affiliate/terms?amount=%00",
    "/auth?redirectTo=%ed%a0%bd",
    "/pricing?of_tomorrow=%00",
    "/link/%00",
    "/leads/%ef%bf%bd/edit",
  ]) {
    const page = await ask(path, { headers: german });
    expect(page.status, path).toBe(400);
    expect(page.text).toContain("Diese Adresse enthält unlesbare Zeichen");
    // The browser reads the language of the page from this attribute.
    expect(page.text).toContain('<html lang="de"');
  }
  const fields = Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`field_${index}`, "x"]));
  const large = await post("/auth", fields, german);
  expect(large.status).toBe(413);
  expect(large.text).toContain("Dieses Formular ist zu groß");
  expect(large.text).toContain('<html lang="de"');
  expect(site.log()).not.toContain('"level":50');
});

test("serves compressed scripts of the build, which browsers cache", async () => {
  const script = /\/assets\/entry\.client-[\w-]+\.js/.exec((await ask("/auth")).text)![0];
  const sizes = [];
  for (const encoding of ["identity", "gzip", "br"]) {
    const { status, headers } = await ask(script, { headers: { "Accept-Encoding": encoding } });
    expect([status, headers["cache-control"]]).toEqual([200, "public, max-age=31536000, immutable"]);
    expect(headers["content-encoding"] ?? "identity").toBe(encoding);
    expect(headers["vary"]).toContain("Accept-Encoding");
    sizes.push(Number(headers["content-length"]));
  }
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
  expect(new Set(sizes).size).toBe(3);
});

test("pages cannot change the base of their URLs", async () => {
  const { headers } = await ask("/auth");
  expect(headers["content-security-policy"]).toContain("base-uri 'none'");
});
