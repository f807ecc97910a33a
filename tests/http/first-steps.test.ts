import { expect, test } from "vitest";
import { texts } from "../e2e/support/texts";
import { activeAffiliate } from "../factories/affiliates";
import { createOrg } from "../factories/organizations";
import { signIn } from "../factories/people";
import { useDatabase } from "../support/database";
import { filledForm } from "../support/filled-form";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

// The first visit of a new user, or of a paused organization.

const db = useDatabase();
const site = useSite(db);

const EMAIL = "petra@agentur.example";
const links = (to: string) =>
  db.mails.filter((mail) => mail.to.address === to).map((mail) => /\/link\/[\w-]+/.exec(mail.text)?.[0]);

test("[AUTH-15] the page after sign-up shows the address, sends the email again and allows correcting it", async () => {
  const t = await texts("en");
  const visitor = await openVisitor(site, { language: "en" });
  const person = { name: "Petra Prüfer", email: EMAIL, password: "correct horse battery" };
  const page = await visitor.submit("/auth?tab=signup", person);
  expect(page.path).toBe("/auth/check-mail?for=confirm");
  expect(textIn(page.text)).toContain(t("auth:check_mail.confirm_to", { email: EMAIL }));
  await db.runJobs();
  expect(links(EMAIL)).toHaveLength(1);

  const again = filledForm(page.text, t("auth:check_mail.send_again"));
  const sent = await visitor.submit(again.path, again.form);
  expect([sent.path, textIn(sent.text).includes(t("auth:check_mail.again"))]).toEqual([page.path, true]);
  await db.runJobs();
  expect(new Set(links(EMAIL)).size).toBe(2);
  // The number of emails per mailbox and of requests per user is limited.
  for (let times = 0; times < 8; times++) await visitor.submit(again.path, again.form);
  await db.runJobs();
  expect(links(EMAIL).length).toBeLessThan(7);

  const form = await visitor.open(attributes(page.text, "href").find((href) => href.includes("tab=signup"))!);
  expect(attributes(form.text, "value")).toEqual(expect.arrayContaining(["Petra Prüfer", EMAIL]));
  expect(form.text).not.toContain("correct horse battery");
  const corrected = await visitor.submit("/auth?tab=signup", { ...person, email: "petra@agency.example" });
  expect(textIn(corrected.text)).toContain("petra@agency.example");

  // Another browser learns nothing about it, and neither does the page of a forgotten password.
  const stranger = await openVisitor(site, { language: "en" });
  for (const [who, what] of [
    [stranger, "confirm"],
    [visitor, "reset"],
  ] as const) {
    const shown = textIn((await who.open(`/auth/check-mail?for=${what}`)).text);
    expect(shown).toContain(t(`auth:check_mail.${what}`));
    expect(shown).not.toContain("petra@");
  }
});

test("[BIL-06] [AFF-08] a paused portal says so before the affiliate enters a lead", async () => {
  const t = await texts("en");
  const org = await createOrg(db.database, { name: "Nordlicht" });
  const ada = await activeAffiliate(db.database, org);
  const session = await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId });
  const visitor = await openVisitor(site, { language: "en", session });
  const open = await visitor.open("/affiliate/leads/new");
  const hasForm = ({ text }: { text: string }) => text.includes('name="company_name"');
  expect(hasForm(open)).toBe(true);
  await db.ownerPool.query(
    `update organization set subscription_status = null, trial_ends_at = now() - interval '1 day' where org_id = $1`,
    [org.orgId],
  );
  const paused = await visitor.open("/affiliate/leads/new");
  expect(hasForm(paused)).toBe(false);
  expect(textIn(paused.text)).toContain(t("shell:paused.portal_text"));
  expect(textIn((await visitor.open("/affiliate/dashboard")).text)).toContain(
    t("portal:dashboard.actions.submit.paused"),
  );
  expect(attributes((await visitor.open("/affiliate/leads")).text, "href")).not.toContain("/affiliate/leads/new");

  // On the page of plans its owner reads what a plan is for now, and has one main button.
  const owner = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const mains = (html: string) => html.match(/class="button button-primary/g)?.length ?? 0;
  const pricing = await owner.open("/pricing");
  expect(textIn(pricing.text)).toContain("Your organization is paused.");
  expect(mains(pricing.text)).toBe(1);
  expect(mains((await owner.open("/pricing?onboarding=true")).text)).toBe(1);
  expect(mains((await (await openVisitor(site)).open("/pricing")).text)).toBe(1);
});

test("[POR-01] [POR-07] a portal without earnings shows zeros, and no switch to another one", async () => {
  const org = await createOrg(db.database, { name: "Nordlicht" });
  const ada = await activeAffiliate(db.database, org);
  const session = await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId });
  const visitor = await openVisitor(site, { language: "en", session });
  const switches = (html: string) => html.includes('action="/affiliate/switch"');
  for (const [path, zeros] of [
    ["/affiliate/dashboard", 2],
    ["/affiliate/earnings", 3],
  ] as const) {
    const { text } = await visitor.open(path);
    expect([path, textIn(text).match(/€0\.00/g)?.length, switches(text)]).toEqual([path, zeros, false]);
  }
  const other = await createOrg(db.database, { name: "Rivage" });
  await activeAffiliate(db.database, other, { email: ada.email });
  const { text } = await visitor.open("/affiliate/dashboard");
  expect([switches(text), textIn(text).includes("Rivage")]).toEqual([true, true]);
});

test("[LEAD-03] [LEAD-13] an empty list names its filters; leads that are gone are counted", async () => {
  const org = await createOrg(db.database);
  const ada = await activeAffiliate(db.database, org, { name: "Ada" });
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const empty = await visitor.open(`/leads?q=nothing&affiliate=${ada.affiliateId}`);
  expect(textIn(empty.text)).toContain("“nothing” · Affiliate: Ada");
  const nobody = await visitor.open("/leads?q=nothing&affiliate=none");
  expect(textIn(nobody.text)).toContain("Affiliate: No affiliate");

  const gone = ["018f0000-0000-7000-8000-000000000001", "018f0000-0000-7000-8000-000000000002"];
  const form: [string, string][] = gone.map((id) => ["lead_id", id]);
  form.push(["intent", "qualify-several"]);
  const answer = await visitor.submit("/leads", form);
  expect(textIn(answer.text)).toContain("2 leads no longer exist");
});

test("[ORG-02] shows an unknown address below a screen as not found within the shell", async () => {
  const t = await texts("en");
  const org = await createOrg(db.database);
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const screens = ["leads", "affiliates", "transactions", "commissions", "reports", "settings", "notifications"];
  for (const path of [...screens.map((screen) => `/${screen}/no/such/page`), "/settings/nope", "/leads/nope"]) {
    const { status, text } = await visitor.get(path);
    expect([path, status]).toEqual([path, 404]);
    expect(textIn(text), path).toContain(t("site:not_found.title"));
    expect(text, path).toContain("data-sidebar");
  }
  const { status, headers } = await (await openVisitor(site)).get("/settings/nope");
  expect([status, headers.location]).toEqual([302, "/auth?redirectTo=%2Fsettings%2Fnope"]);
});

test("[AFF-03] [I18N-03] staff who add an affiliate choose the language of their emails", async () => {
  const org = await createOrg(db.database);
  const visitor = await openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });
  const page = await visitor.open("/affiliates/new");
  expect(/<select[^>]*name="language".*?<\/select>/s.exec(page.text)?.[0]).toMatch(
    /selected="" value="en"|value="en" selected=""/,
  );
  for (const [language, greeting] of [
    ["fr", "Bonjour"],
    ["", "Hello"],
  ] as const) {
    const email = `someone-${language || "none"}@partner.example`;
    await visitor.submit("/affiliates/new", { name: "Someone", email, ...(language && { language }) });
    await db.runJobs();
    const mail = db.mails.find(({ to }) => to.address === email);
    expect(mail?.text.includes(greeting), language).toBe(true);
  }
});
