import http from "node:http";
import { expect, test, type APIRequestContext } from "@playwright/test";
import { becomeOwner } from "./support/api";
import { newestLink } from "./support/mailbox";
import { texts } from "./support/texts";

const form = (fields: Record<string, string>, headers: Record<string, string> = {}) => ({
  form: fields,
  headers,
  maxRedirects: 0,
});

async function follow(request: APIRequestContext, path: string) {
  const answer = await request.get(path, { maxRedirects: 0 });
  return { status: answer.status(), to: answer.headers()["location"] };
}

test("[AUTH-06] signed out, protected pages remember where one wanted to go", async ({ request }) => {
  for (const path of ["/leads", "/affiliates", "/transactions", "/commissions?tab=paid", "/settings"]) {
    expect(await follow(request, path)).toEqual({
      status: 302,
      to: `/auth?${new URLSearchParams({ redirectTo: path })}`,
    });
  }
  expect(await follow(request, "/onboarding")).toEqual({ status: 302, to: "/auth?redirectTo=%2Fonboarding" });
  expect(await follow(request, "/affiliate/terms")).toEqual({
    status: 302,
    to: "/affiliate/login?redirectTo=%2Faffiliate%2Fterms",
  });
  expect((await request.get("/no/such/page")).status()).toBe(404);
});

test("[AUTH-05] [AUTH-06] [AUTH-08] routing by role; sign-in returns to the page that was asked for", async ({
  page,
}) => {
  const t = await texts("en");
  const run = Date.now();
  const person = {
    name: "Rita Routing",
    email: `rita-${run}@agency.example`,
    password: "correct horse battery",
    organization: `Routing ${run}`,
  };
  await becomeOwner(page.request, person);
  await page.goto("/onboarding");
  await expect(page).toHaveURL("/leads");
  await page.goto("/affiliate/dashboard");
  await expect(page).toHaveURL("/");

  // An affiliate of that organisation, who has none of their own.
  const affiliate = `paul-${run}@partner.example`;
  await page.request.post("/affiliates/new", form({ name: "Paul Partner", email: affiliate }));
  await page.request.post("/auth/sign-out");
  await page.goto(
    await newestLink(
      page.request,
      affiliate,
      t("mail:invite.subject", { organization: person.organization }),
    ),
  );
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/affiliate/dashboard");
  await page.goto("/affiliate");
  await expect(page).toHaveURL("/affiliate/dashboard");
  await page.goto("/leads");
  await expect(page).toHaveURL("/");
  await page.request.post("/auth/sign-out", form({ door: "affiliate" }));

  // The portal remembers, too, by way of the mail.
  await page.goto("/affiliate/terms?amount=5");
  await page.getByLabel(t("auth:email")).fill(affiliate);
  await page.getByRole("button", { name: t("auth:affiliate.submit") }).click();
  await expect(page.getByText("Check your email for the magic link!")).toBeVisible();
  await page.goto(await newestLink(page.request, affiliate, t("mail:sign-in.subject")));
  await page.getByRole("button", { name: t("auth:link.continue") }).click();
  await expect(page).toHaveURL("/affiliate/terms?amount=5");
  await page.request.post("/auth/sign-out", form({ door: "affiliate" }));

  const signIn = (redirectTo: string, password = person.password) =>
    page.request.post(
      `/auth?${new URLSearchParams({ redirectTo })}`,
      form({ email: person.email.toUpperCase(), password }),
    );
  for (const [wanted, lands] of [
    ["/commissions?tab=paid", "/commissions?tab=paid"],
    ["/affiliate/terms", "/leads"],
    ["//evil.example", "/leads"],
    ["/\t/evil.example", "/leads"],
    ["https://evil.example/leads", "/leads"],
  ] as const) {
    const answer = await signIn(wanted);
    expect([answer.status(), answer.headers()["location"]], wanted).toEqual([302, lands]);
    expect(answer.headers()["set-cookie"]).toMatch(/finderlohn=.*HttpOnly.*SameSite=Lax/i);
  }
  await page.request.post("/auth/sign-out");

  const wrong = await signIn("/leads", "wrong password");
  const unknown = await page.request.post(
    "/auth",
    form({ email: `nobody-${run}@agency.example`, password: "x" }),
  );
  expect([wrong.status(), unknown.status()]).toEqual([401, 401]);
  for (const answer of [wrong, unknown]) expect(await answer.text()).toContain(t("errors:credentials_wrong"));
  expect(wrong.headers()["set-cookie"]).toBeUndefined();
});

test("[AUTH-12] opening a link does not use it up, using it does, and its host is always ours", async ({
  page,
}) => {
  const t = await texts("en");
  const email = `lisa-${Date.now()}@agency.example`;
  await page.request.post(
    "/auth?tab=signup",
    form(
      { name: "Lisa", email, password: "correct horse battery" },
      { "X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https" },
    ),
  );
  const link = await newestLink(page.request, email, t("mail:confirm.subject"));
  expect(new URL(link).origin).toBe(process.env["E2E_URL"]);
  for (let i = 0; i < 20; i++) expect((await page.request.get(link)).status()).toBe(200);

  const early = await page.request.post("/auth", form({ email, password: "correct horse battery" }));
  expect(early.status()).toBe(403);
  expect(await early.text()).toContain(t("errors:sign_up_pending", { email }));

  const answers = await Promise.all(Array.from({ length: 10 }, () => page.request.post(link, form({}))));
  expect(answers.filter((answer) => answer.status() === 302)).toHaveLength(1);
  expect(answers.filter((answer) => answer.status() === 410)).toHaveLength(9);
  await page.goto(link);
  await expect(page.getByText(t("errors:link_used"))).toBeVisible();
  expect((await page.request.get("/link/unknown")).status()).toBe(404);
});

test("[ORG-07] another organisation's ids answer like ids that do not exist", async ({ browser }) => {
  const t = await texts("en");
  const run = Date.now();
  const open = async (name: string) => {
    const page = await (
      await browser.newContext({ baseURL: process.env["E2E_URL"], locale: "en-US" })
    ).newPage();
    await becomeOwner(page.request, {
      name,
      email: `${name}-${run}@agency.example`,
      password: "correct horse battery",
      organization: `${name} ${run}`,
    });
    return page;
  };
  const owner = await open("anna");
  const stranger = await open("berta");
  await owner.request.post(
    "/affiliates/new",
    form({ name: "Canary Partner", email: `canary-${run}@partner.example` }),
  );
  const html = await (await owner.request.get("/affiliates")).text();
  const id = /\/affiliates\/([0-9a-f-]{36})\/terms/.exec(html)?.[1];
  expect(id).toBeDefined();

  const random = crypto.randomUUID();
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
  const foreign = await stranger.request.get(`/affiliates/${id}/terms`);
  const missing = await stranger.request.get(`/affiliates/${random}/terms`);
  expect([foreign.status(), missing.status()]).toEqual([404, 404]);
  expect(strip(await foreign.text(), id!)).toBe(strip(await missing.text(), random));
  const posts = await Promise.all(
    [id!, random].map((one) =>
      stranger.request.post(`/affiliates/${one}/terms`, form({ affiliate_id: one, ...terms })),
    ),
  );
  expect(posts[0]!.status()).toBe(posts[1]!.status());
  expect(posts[0]!.status()).toBeGreaterThanOrEqual(400);
  for (const path of ["/affiliates", "/leads", "/transactions", "/commissions"]) {
    expect(await (await stranger.request.get(path)).text()).not.toContain("Canary");
  }
  const untouched = await (await owner.request.get(`/affiliates/${id}/terms`)).text();
  expect(untouched).toContain(t("affiliates:terms.empty"));
});

test("I4 a form from another site is refused, with nothing written", async ({ request }) => {
  const t = await texts("en");
  const email = `csrf-${Date.now()}@agency.example`;
  const fields = { name: "Mallory", email, password: "correct horse battery" };
  for (const headers of [
    { Origin: "https://evil.example" },
    { Origin: "null" },
    { "Sec-Fetch-Site": "cross-site" },
    { Origin: process.env["E2E_URL"]!, "Sec-Fetch-Site": "cross-site" },
  ]) {
    expect(
      (await request.post("/auth?tab=signup", form(fields, headers as Record<string, string>))).status(),
    ).toBe(403);
  }
  expect(await (await request.get("/dev/mailbox")).text()).not.toContain(email);
  const own = await request.post("/auth?tab=signup", form(fields, { Origin: process.env["E2E_URL"]! }));
  expect(own.status()).toBe(302);
  expect(t("auth:signup.success")).toBe("Welcome! Setting up your organization...");
});

test("pages take forms and answer everything else themselves", async ({ request }) => {
  expect((await request.post("/auth", { data: { email: "a@b.example" } })).status()).toBe(415);
  expect((await request.post("/auth", form({ email: "a".repeat(1_100_000) }))).status()).toBe(413);
  expect((await request.post("/auth/sign-out", { maxRedirects: 0 })).status()).toBe(302);
});

test("[PE-02] field names that would unfold, bodies that are no form and zero bytes are answered, not suffered", async ({
  request,
  baseURL,
}) => {
  const hostile = {
    "email[150000000]": "x",
    __intent__: "{broken",
    "a.b.c": "1",
    email: "zero\0@agency.example",
    password: "x",
  };
  const started = Date.now();
  for (const path of ["/auth", "/auth?tab=signup", "/auth/forgot", "/affiliate/login"]) {
    const answer = await request.post(path, form(hostile));
    expect([302, 401, 422], path).toContain(answer.status());
    expect((await answer.body()).length).toBeLessThan(200_000);
  }
  expect(Date.now() - started).toBeLessThan(10_000);
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  expect((await request.post("/auth", { headers, data: "--x\r\nbroken" })).status()).toBe(400);
  const chunked = await new Promise<number | undefined>((resolve, reject) => {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const outgoing = http.request(`${baseURL}/auth`, { method: "POST", headers: type }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    outgoing.once("error", reject);
    outgoing.write("email=");
    outgoing.end("x");
  });
  expect(chunked).toBe(411);
});

test("I5 security headers; every script carries the nonce of its response", async ({ request }) => {
  const answer = await request.get("/auth");
  const headers = answer.headers();
  const nonce = /script-src 'self' 'nonce-([^']+)'/.exec(headers["content-security-policy"] ?? "")?.[1];
  expect(nonce).toBeDefined();
  const scripts = (await answer.text()).match(/<script[^>]*>/g) ?? [];
  expect(scripts.length).toBeGreaterThan(0);
  for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
  expect(headers).toMatchObject({ "x-content-type-options": "nosniff", "referrer-policy": "same-origin" });
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["x-powered-by"]).toBeUndefined();
  const link = await request.get("/link/unknown");
  expect(link.headers()["cache-control"]).toBe("no-store");
  const asset = /\/assets\/[\w-]+\.js/.exec(await answer.text())?.[0] ?? "";
  const kept = await request.get(asset, { headers: { Cookie: "finderlohn=x" } });
  expect(kept.headers()["cache-control"]).toContain("immutable");
  expect((await request.get("/auth")).headers()["content-security-policy"]).not.toContain(nonce!);
});

test("[P3] a public page without a form does not load what checks forms", async ({ request }) => {
  const filesOf = async (path: string) =>
    (await (await request.get(path)).text()).match(/\/assets\/[\w.-]+\.js/g) ?? [];
  const isValidation = (file: string) => file.includes("/validation-");
  expect((await filesOf("/auth")).some(isValidation)).toBe(true);
  for (const path of ["/", "/pricing"]) expect((await filesOf(path)).filter(isValidation)).toEqual([]);
});

test("[I18N-01] stored choice, then the browser's language, then English; scripts in a choice are ignored", async ({
  request,
}) => {
  const language = async (headers: Record<string, string>) =>
    /<html lang="(\w+)"/.exec(await (await request.get("/", { headers })).text())?.[1];
  expect(await language({ "Accept-Language": "es-MX,es;q=0.9" })).toBe("es");
  expect(await language({ "Accept-Language": "pt-BR" })).toBe("en");
  expect(await language({ "Accept-Language": "fr", Cookie: "lng=<script>alert(1)</script>" })).toBe("fr");
  const chosen = await request.post("/language", form({ language: "de", redirect_to: "/pricing" }));
  expect(chosen.headers()["location"]).toBe("/pricing");
  expect(await language({ "Accept-Language": "fr" })).toBe("de");
  const bad = await request.post("/language", form({ language: "de", redirect_to: "//evil.example" }));
  expect(bad.headers()["location"]).not.toContain("evil");
});
