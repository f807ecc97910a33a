import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { texts } from "../e2e/support/texts";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { TEST_APP_URL, useDatabase } from "../support/database";
import { filledForm } from "../support/filled-form";
import { textIn } from "../support/html";
import { useSite, type Form } from "../support/site";
import { snapshotTables } from "../support/snapshot-tables";
import { openVisitor, type Page, type Visitor } from "../support/visitor";

// Access of each role to the pages, and responses to requests that no browser sends.

const db = useDatabase();
const site = useSite(db);

/** Returns the status of a response and its redirect target. */
async function follow(visitor: Visitor, path: string) {
  const { status, headers } = await visitor.get(path);
  return { status, to: headers.location };
}

/** Posts a form that must be accepted. */
async function send(visitor: Visitor, path: string, form: Form, headers?: Record<string, string>) {
  const { status, text } = await visitor.post(path, form, headers);
  expect(status, `${path}: ${textIn(text).slice(0, 300)}`).toBe(302);
}

/** Returns the one-time link in the newest email to an address, after the queue has sent it. */
async function newestLink(to: string, subject: string): Promise<string> {
  await db.runJobs();
  const mail = db.mails.findLast((sent) => sent.to.address === to && sent.subject === subject);
  const link = /https?:\/\/\S+\/link\/[\w-]+/.exec(mail?.text ?? "")?.[0];
  if (!link) throw new Error(`no email "${subject}" to ${to} has a link`);
  return link;
}

/** Fills in the fields with these labels and presses the button. */
function press(visitor: Visitor, page: Page, button: string, entries: Record<string, string> = {}) {
  const { path, form } = filledForm(page.text, button, entries);
  return visitor.submit(path || page.path, form);
}

test("[AUTH-06] protected pages remember the requested page of a signed-out user", async () => {
  const visitor = await openVisitor(site);
  for (const path of ["/leads", "/affiliates", "/transactions", "/commissions?tab=paid", "/settings"]) {
    expect(await follow(visitor, path)).toEqual({
      status: 302,
      to: `/auth?${new URLSearchParams({ redirectTo: path })}`,
    });
  }
  expect(await follow(visitor, "/onboarding")).toEqual({ status: 302, to: "/auth?redirectTo=%2Fonboarding" });
  expect(await follow(visitor, "/affiliate/terms")).toEqual({
    status: 302,
    to: "/affiliate/login?redirectTo=%2Faffiliate%2Fterms",
  });
  expect((await visitor.get("/no/such/page")).status).toBe(404);
});

test("[AUTH-05] [AUTH-06] [AUTH-08] routes users by role; sign-in returns to the requested page", async () => {
  const t = await texts("en");
  const visitor = await openVisitor(site, { language: "en" });
  const person = { name: "Rita Routing", email: "rita@agency.example", password: "correct horse battery" };
  const organization = "Routing";
  await send(visitor, "/auth?tab=signup", person);
  const confirmation = await newestLink(person.email, t("mail:confirm.subject"));
  await send(visitor, new URL(confirmation).pathname, {});
  await send(visitor, "/onboarding", { organization_name: organization });
  const lands = async (page: Promise<Page>, path: string) =>
    expect(await page, path).toMatchObject({ status: 200, path });
  await lands(visitor.open("/onboarding"), "/leads");
  await lands(visitor.open("/affiliate/dashboard"), "/");

  // An affiliate of that organization, who has none of their own.
  const affiliate = "paul@partner.example";
  await send(visitor, "/affiliates/new", { name: "Paul Partner", email: affiliate });
  await lands(visitor.submit("/auth/sign-out", {}), "/auth");
  const useLink = async (link: string) => {
    const page = await visitor.open(link.slice(new URL(link).origin.length));
    return press(visitor, page, t("auth:link.continue"));
  };
  const invitation = await newestLink(affiliate, t("mail:invite.subject", { organization }));
  await lands(useLink(invitation), "/affiliate/dashboard");
  await lands(visitor.open("/affiliate"), "/affiliate/dashboard");
  await lands(visitor.open("/leads"), "/");
  await lands(visitor.submit("/auth/sign-out", { door: "affiliate" }), "/affiliate/login");

  // The portal remembers it, too, through the email.
  const signInPage = await visitor.open("/affiliate/terms?amount=5");
  const sent = await press(visitor, signInPage, t("auth:affiliate.submit"), { [t("auth:email")]: affiliate });
  expect(textIn(sent.text)).toContain("Check your email for the magic link!");
  const link = await newestLink(affiliate, t("mail:sign-in.subject"));
  await lands(useLink(link), "/affiliate/terms?amount=5");
  await lands(visitor.submit("/auth/sign-out", { door: "affiliate" }), "/affiliate/login");

  const signInFor = (redirectTo: string, password = person.password) =>
    visitor.post(`/auth?${new URLSearchParams({ redirectTo })}`, {
      email: person.email.toUpperCase(),
      password,
    });
  for (const [wanted, landing] of [
    ["/commissions?tab=paid", "/commissions?tab=paid"],
    ["/affiliate/terms", "/leads"],
    ["//evil.example", "/leads"],
    ["/\t/evil.example", "/leads"],
    ["https://evil.example/leads", "/leads"],
  ] as const) {
    const { status, headers } = await signInFor(wanted);
    expect([status, headers.location], wanted).toEqual([302, landing]);
    expect(headers["set-cookie"]?.join("\n")).toMatch(/finderlohn=.*HttpOnly.*SameSite=Lax/i);
  }
  await lands(visitor.submit("/auth/sign-out", {}), "/auth");

  const wrong = await signInFor("/leads", "wrong password");
  const unknown = await visitor.post("/auth", { email: "nobody@agency.example", password: "x" });
  expect([wrong.status, unknown.status]).toEqual([401, 401]);
  for (const { text } of [wrong, unknown]) expect(text).toContain(t("errors:credentials_wrong"));
  expect(wrong.headers["set-cookie"]).toBeUndefined();
});

test("[AUTH-12] opening a link does not use it up, redeeming it does, and its host is always ours", async () => {
  const t = await texts("en");
  const visitor = await openVisitor(site);
  const email = "lisa@agency.example";
  const password = "correct horse battery";
  const evil = { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" };
  await send(visitor, "/auth?tab=signup", { name: "Lisa", email, password }, evil);
  const link = new URL(await newestLink(email, t("mail:confirm.subject")));
  expect(link.origin).toBe(TEST_APP_URL);
  for (let i = 0; i < 20; i++) expect((await visitor.get(link.pathname)).status).toBe(200);

  const early = await visitor.post("/auth", { email, password });
  expect(early.status).toBe(403);
  expect(early.text).toContain(t("errors:sign_up_pending", { email }));

  const responses = await Promise.all(Array.from({ length: 10 }, () => visitor.post(link.pathname, {})));
  expect(responses.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 410)).toHaveLength(9);
  expect(textIn((await visitor.open(link.pathname)).text)).toContain(t("errors:link_used"));
  expect((await visitor.get("/link/unknown")).status).toBe(404);
});

test("[ORG-07] responds to another organization's ids as to ids that do not exist", async () => {
  const t = await texts("en");
  const signedIn = async (name: string) => {
    const { owner } = await createOrg(db.database, { name, trial: true });
    return openVisitor(site, { language: "en", session: await signIn(db.database, owner) });
  };
  const owner = await signedIn("anna");
  const stranger = await signedIn("berta");
  await send(owner, "/affiliates/new", { name: "Canary Partner", email: "canary@partner.example" });
  const html = (await owner.open("/affiliates")).text;
  const id = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(html)?.[1];
  expect(id).toBeDefined();

  const random = randomUUID();
  const strip = (body: string, own: string) =>
    body
      .replaceAll(own, "ID")
      .replace(/nonce="[^"]*"/g, "")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "REQUEST");
  const terms = {
    intent: "save",
    model: "rev_share",
    rev_share_percent: "50",
    currency: "EUR",
    cadence: "ad-hoc",
    start_date: "2099-01-01",
  };
  const foreign = await stranger.open(`/affiliates/${id}/terms`);
  const missing = await stranger.open(`/affiliates/${random}/terms`);
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(strip(foreign.text, id!)).toBe(strip(missing.text, random));
  const posts = await Promise.all(
    [id!, random].map((one) => stranger.post(`/affiliates/${one}/terms`, { affiliate_id: one, ...terms })),
  );
  expect(posts[0]!.status).toBe(posts[1]!.status);
  expect(posts[0]!.status).toBeGreaterThanOrEqual(400);
  for (const path of ["/affiliates", "/leads", "/transactions", "/commissions"]) {
    expect((await stranger.open(path)).text).not.toContain("Canary");
  }
  const untouched = (await owner.open(`/affiliates/${id}/terms`)).text;
  expect(untouched).toContain(t("affiliates:terms.empty"));
});

test("I4 rejects a form from another site and writes nothing", async () => {
  const t = await texts("en");
  const visitor = await openVisitor(site);
  const email = "csrf@agency.example";
  const form = { name: "Mallory", email, password: "correct horse battery" };
  const before = await snapshotTables(db.ownerPool);
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: site.appUrl, "Sec-Fetch-Site": "cross-site" },
  ] as Record<string, string>[]) {
    expect((await visitor.post("/auth?tab=signup", form, headers)).status).toBe(403);
  }
  expect(await snapshotTables(db.ownerPool)).toEqual(before);
  await db.runJobs();
  expect(db.mails.map(({ to }) => to.address)).not.toContain(email);
  const own = await visitor.post("/auth?tab=signup", form, { Origin: site.appUrl });
  expect(own.status).toBe(302);
  expect(t("auth:signup.success")).toBe("Welcome! Setting up your organization...");
});

test("pages accept forms and handle all other requests themselves", async () => {
  const json = { "Content-Type": "application/json" };
  const body = JSON.stringify({ email: "a@b.example" });
  expect((await site.request("/auth", { method: "POST", headers: json, body })).status).toBe(415);
  expect((await site.request("/auth", { form: { email: "a".repeat(1_100_000) } })).status).toBe(413);
  expect((await site.request("/auth/sign-out", { method: "POST" })).status).toBe(302);
});

test("[PE-02] rejects nested field names, bodies that are not forms and zero bytes with an error response", async () => {
  const visitor = await openVisitor(site);
  const hostile = {
    "email[150000000]": "x",
    __intent__: "{broken",
    "a.b.c": "1",
    email: "zero\0@agency.example",
    password: "x",
  };
  const started = Date.now();
  for (const path of ["/auth", "/auth?tab=signup", "/auth/forgot", "/affiliate/login"]) {
    const { status, text } = await visitor.post(path, hostile);
    expect([302, 401, 422], path).toContain(status);
    expect(Buffer.byteLength(text)).toBeLessThan(200_000);
  }
  expect(Date.now() - started).toBeLessThan(10_000);
  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  const broken = { method: "POST", headers: multipart, body: "--x\r\nbroken" };
  expect((await site.request("/auth", broken)).status).toBe(400);
  const chunked = { "Transfer-Encoding": "chunked" };
  expect((await site.request("/auth", { headers: chunked, form: { email: "x" } })).status).toBe(411);
});

test("I5 responses have security headers; every script carries the nonce of its response", async () => {
  // Public pages come from memory after the first request.
  const nonces = new Set<string>();
  for (const path of ["/", "/", "/pricing", "/pricing", "/auth"]) {
    const { headers, text } = await site.request(path);
    const policy = String(headers["content-security-policy"]);
    const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(policy)![1]!;
    const scripts = text.match(/<script(?![^>]*ld\+json)[^>]*>/g) ?? [];
    expect(scripts.length).toBeGreaterThan(0);
    for (const script of scripts) expect(script, path).toContain(`nonce="${nonce}"`);
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(5);
  const { headers, text } = await site.request("/auth");
  const policy = String(headers["content-security-policy"]);
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  expect(policy).toContain("frame-ancestors 'none'");
  expect(headers["x-powered-by"]).toBeUndefined();
  const link = await site.request("/link/unknown");
  expect(link.headers["cache-control"]).toBe("no-store");
  const asset = /\/assets\/[\w-]+\.js/.exec(text)?.[0] ?? "";
  const kept = await site.request(asset, { headers: { Cookie: "finderlohn=x" } });
  expect(kept.headers["cache-control"]).toContain("immutable");
});

test("[P3] a public page without a form does not load the form validation", async () => {
  const filesOf = async (path: string) => (await site.request(path)).text.match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const isValidation = (file: string) => file.includes("/validation-");
  expect((await filesOf("/auth")).some(isValidation)).toBe(true);
  for (const path of ["/", "/pricing"]) expect((await filesOf(path)).filter(isValidation)).toEqual([]);
});

test("[I18N-01] takes the stored language, then the browser's, then English; ignores scripts in the stored value", async () => {
  const visitor = await openVisitor(site);
  const language = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec((await visitor.get("/", headers)).text)?.[1];
  expect(await language({ "Accept-Language": "es-MX,es;q=0.9" })).toBe("es");
  expect(await language({ "Accept-Language": "pt-BR" })).toBe("en");
  expect(await language({ "Accept-Language": "fr", Cookie: "lng=<script>alert(1)</script>" })).toBe("fr");
  const chosen = await visitor.post("/language", { language: "de", redirect_to: "/pricing" });
  expect(chosen.headers.location).toBe("/pricing");
  expect(await language({ "Accept-Language": "fr" })).toBe("de");
  const bad = await visitor.post("/language", { language: "de", redirect_to: "//evil.example" });
  expect(bad.headers.location).not.toContain("evil");
});

test("[PUB-01] no page has a contact if the operator has set no address", async () => {
  const visitor = await openVisitor(site);
  for (const path of ["/", "/pricing", "/auth", "/affiliate/login"])
    expect((await visitor.open(path)).text, path).not.toContain("mailto:");
});
