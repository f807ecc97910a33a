import { beforeEach, expect, test } from "vitest";
import { moveLead } from "~/domain/leads/move-lead.server";
import { markSetupDone, readHiddenSetup } from "~/domain/organizations/read-setup.server";
import { todayIn } from "~/domain/shared/dates";
import { loader as shell } from "~/routes/_app";
import { action as pay } from "~/routes/_app.commissions/route";
import { action as importRun } from "~/routes/_app.import.$kind_.$importId/route";
import { action as leads } from "~/routes/_app.leads/route";
import { action as settings } from "~/routes/_app.settings.general/route";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { importedFile } from "../factories/imports";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { call, cookieOf, useRoutes, type Answer } from "../support/web";

// What users of the staff screens are told, and what the buttons of these screens change.

const db = useDatabase();
useRoutes(db);
let org: Org;
let cookie: string;

beforeEach(async () => {
  org = await createOrg(db.database);
  cookie = await cookieOf(db, org.owner);
});

const toastOf = ({ cookies: { flash } }: Answer) =>
  flash === undefined
    ? null
    : (JSON.parse(Buffer.from(decodeURIComponent(flash), "base64").toString()) as Record<string, unknown>);

test("[LEAD-13] qualifying leads that are qualified already changes nothing, which is no error", async () => {
  const leadId = await addedLead(db.database, org);
  const qualify = async () =>
    toastOf(await call(leads, "/leads", { cookie, form: { intent: "qualify-several", lead_id: leadId } }));
  expect(await qualify()).toMatchObject({ tone: "success" });
  expect(await qualify()).toMatchObject({ tone: "info", title: "No lead was changed" });
  await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "lost", reason: null }));
  expect(await qualify()).toMatchObject({ tone: "error", title: "No lead was changed" });
});

test("[ORG-01] hiding the checklist says where it is, unless it is finished; the settings show it again", async () => {
  const hide = () => call(leads, "/leads", { cookie, form: { intent: "hide-setup" } });
  const isHidden = async () => (await asOwner(db.database, org, readHiddenSetup)) !== null;
  const hidden = await hide();
  expect([hidden.to, toastOf(hidden)?.["title"]]).toEqual(["/leads", "Setup hidden"]);
  expect(await isHidden()).toBe(true);
  const shown = await call(settings, "/settings/general", { cookie, form: { intent: "show-setup" } });
  expect([shown.to, await isHidden()]).toEqual(["/leads", false]);
  await asOwner(db.database, org, markSetupDone);
  expect(toastOf(await hide())).toBeNull();
});

test("[COM-06] the toast of a payment names three affiliates and counts the others", async () => {
  const deals: string[] = [];
  for (const name of ["Ada", "Bob", "Cem", "Dina", "Eva"]) {
    const affiliate = await activeAffiliate(db.database, org, { name });
    await withTerms(db.database, org, affiliate);
    const closed = { close_date: todayIn("Europe/Berlin", new Date()) };
    deals.push((await oneTimeDeal(db.database, org, affiliate, closed)).id);
  }
  const paid = async (deal_id: string[]) => {
    const form = { intent: "pay", deal_id, receipt_url: "" };
    return toastOf(await call(pay, "/commissions", { cookie, form }))?.["description"];
  };
  expect(await paid(deals.slice(0, 1))).toBe("€100.00 to Ada");
  expect(await paid(deals.slice(1))).toMatch(/^€400\.00 to \w+, \w+, \w+, and 1 more$/);
});

test("[API-04] the button under the preview of an import starts to create its rows", async () => {
  const inScope = <T>(use: Parameters<typeof asOwner<T>>[2]) => asOwner(db.database, org, use);
  const importId = await importedFile(inScope, "leads", "Company,Contact,Email\nA,B,started@customer.example");
  const path = `/import/leads/${importId}`;
  const { status, to } = await call(importRun, path, {
    cookie,
    form: { intent: "start" },
    params: { kind: "leads", importId },
  });
  expect([status, to]).toEqual([302, path]);
  await db.runJobs();
  const { rows } = await db.ownerPool.query("select status from import_run where id = $1", [importId]);
  expect(rows).toEqual([{ status: "done" }]);
});

test("[BIL-06] a paused organization names its owners to members, who cannot choose a plan", async () => {
  const member = await cookieOf(db, await addMember(db.database, org));
  await db.ownerPool.query(
    "update organization set subscription_status = null, trial_ends_at = now() - interval '1 day' where org_id = $1",
    [org.orgId],
  );
  const owners = async (of: string) => {
    const { body } = await call(shell, "/commissions", { cookie: of });
    return (body as { paused: { owners: string[] } }).paused.owners;
  };
  expect(await owners(member)).toEqual([org.owner.name]);
  expect(await owners(cookie)).toEqual([]);
});
