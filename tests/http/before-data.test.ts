import { expect, test } from "vitest";
import { texts } from "../e2e/support/texts";
import { todayIn } from "~/domain/shared/dates";
import { agency } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { createOrg, type Org } from "../factories/organizations";
import { signIn } from "../factories/people";
import { withWebhook } from "../factories/webhooks";
import { useDatabase } from "../support/database";
import { attributes, textIn } from "../support/html";
import { useSite } from "../support/site";
import { openVisitor } from "../support/visitor";

// Screens of an organization that has no data, or the first of them.

const db = useDatabase();
const site = useSite(db);

const ownerOf = async (org: Org) =>
  openVisitor(site, { language: "en", session: await signIn(db.database, org.owner) });

test("[REP-01] a report without leads says so, and one lead is not counted in the plural", async () => {
  const t = await texts("en");
  const org = await createOrg(db.database);
  const visitor = await ownerOf(org);
  const shown = async (period: string) => textIn((await visitor.open(`/reports?period=${period}`)).text);
  expect(await shown("this-month")).toContain(t("reports:hints.no_leads"));
  expect(await shown("this-month")).toContain(t("reports:empty.action"));
  // The year itself is empty: it is not offered again.
  expect(await shown("this-year")).not.toContain(t("reports:empty.action"));
  expect(await shown("this-year")).toContain(t("commissions:empty.action"));

  await visitor.submit("/leads/new", { company_name: "Alpha", contact_person: "Max", email: "max@kunde.example" });
  expect(await shown("this-month")).toContain("0 of 1 lead of the period so far");
});

test("[POR-02] [POR-08] a new affiliate has no conversion rate and no commissions yet, in no period", async () => {
  const t = await texts("en");
  const { org, affiliate: ada } = await agency(db.database);
  const session = await signIn(db.database, ada, { door: "affiliate", affiliateOrgId: org.orgId });
  const visitor = await openVisitor(site, { language: "en", session });
  const shown = async (path: string) => textIn((await visitor.open(path)).text);
  expect(await shown("/affiliate/dashboard")).not.toContain("0.0%");
  for (const period of ["", "?period=last-year", "?period=all"]) {
    expect(await shown(`/affiliate/earnings${period}`)).toContain(t("portal:earnings.none.yet"));
  }

  await submittedLead(db.database, org, ada);
  expect(await shown("/affiliate/dashboard")).toContain("0.0%");
  await oneTimeDeal(db.database, org, ada, { close_date: todayIn("Europe/Berlin", new Date()) });
  const lastYear = await visitor.open("/affiliate/earnings?period=last-year");
  expect(textIn(lastYear.text)).toContain(t("portal:earnings.none.title"));
  expect(attributes(lastYear.text, "href")).toContain("/affiliate/earnings?period=all");
});

test("[ORG-05] an owner without other members is led to the invitation before handing over", async () => {
  const t = await texts("en");
  const org = await createOrg(db.database);
  const visitor = await ownerOf(org);
  const { text } = await visitor.open("/settings/members/hand-over");
  expect(textIn(text)).toContain(t("members:hand_over.nobody"));
  expect(attributes(text, "href").filter((href) => href === "/settings/members/invite")).toHaveLength(2);
});

test("[HOOK-04] the log of deliveries says that there is no webhook, and links to it", async () => {
  const t = await texts("en");
  const org = await createOrg(db.database);
  const visitor = await ownerOf(org);
  const { text } = await visitor.open("/settings/webhook/deliveries");
  expect(textIn(text)).toContain(t("webhooks:log.no_webhook_text"));
  expect(textIn(text)).toContain(t("webhooks:log.set_up"));
  await withWebhook(db.database, org);
  const log = textIn((await visitor.open("/settings/webhook/deliveries")).text);
  expect(log).toContain(t("webhooks:log.empty_text"));
});

test("[WORK-02] in the cards of payouts each further figure stands with its name", async () => {
  const { org, affiliate } = await agency(db.database);
  await recurringDeal(db.database, org, affiliate, { contract_start_date: todayIn("Europe/Berlin", new Date()) });
  const visitor = await ownerOf(org);
  const { text } = await visitor.open("/payouts");
  expect(new Set(attributes(text, "data-label"))).toEqual(
    new Set(["Due since", "Waiting for customer", "Planned", "Paid"]),
  );
});
