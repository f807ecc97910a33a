import { beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { creditorSchema, datevSettingsSchema } from "~/domain/documents/datev.schema";
import {
  countUnnumbered,
  creditorVersion,
  listCreditors,
  numberCreditors,
  readCreditor,
  setCreditor,
} from "~/domain/payouts/creditors.server";
import { readDatevAffiliates, readDatevDocuments, readDatevPayouts } from "~/domain/payouts/datev-facts.server";
import { loadDatevFile, loadDatevPdfs, previewDatev } from "~/domain/payouts/datev-files.server";
import { datevSettingsVersion, readDatevSettings, saveDatevSettings } from "~/domain/payouts/datev-settings.server";
import { day } from "~/domain/shared/dates";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { IBANS, withPayer } from "../factories/payees";
import { approvedRun, draftRun, payableAffiliate } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let ada: Affiliate;
let ivo: Affiliate;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const foreign = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, other, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const march = { from: day("2026-03-01"), to: day("2026-03-31") };
const input = (changed: Record<string, string> = {}) =>
  datevSettingsSchema.parse({
    adviser: "29098",
    client: "55003",
    fiscal_month: "1",
    account_length: "4",
    chart: "03",
    ...changed,
  });
const save = (changed: Record<string, string> = {}) => owner((scope) => saveDatevSettings(scope, input(changed)));
const creditor = (creditor_number: string, creditor_name = "") =>
  creditorSchema.parse({ creditor_number, creditor_name });
const number = (affiliate: Affiliate, of: string, name?: string) =>
  owner((scope) => setCreditor(scope, affiliate.affiliateId, creditor(of, name)));

/** Approves a run with a business, Ada, and a private person, Ivo. */
const approved = async () => approvedRun(db.database, org, await draftRun(db.database, org, day("2026-02-28")));

beforeEach(async () => {
  db.at("2026-01-02T12:00:00Z");
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  await withPayer(db.database, org);
  ada = await payableAffiliate(db.database, org, "Ada Äußerst – Söhne");
  db.at("2026-01-03T12:00:00Z");
  ivo = await payableAffiliate(db.database, org, "Ivo", { iban: IBANS[1], tax_status: "private", tax_number: "" });
  for (const affiliate of [ada, ivo]) await oneTimeDeal(db.database, org, affiliate);
  db.at("2026-03-10T12:00:00Z");
});

describe("[PAY-14] creditor numbers", () => {
  test("are listed by name for affiliates with statements, edited once each, and recorded", async () => {
    expect((await owner((scope) => listCreditors(scope))).rows).toEqual([]);
    await approved();
    const listed = await owner((scope) => listCreditors(scope));
    expect(listed.rows).toEqual([
      { id: ada.affiliateId, name: "Ada Äußerst – Söhne", number: null, otherName: null },
      { id: ivo.affiliateId, name: "Ivo", number: null, otherName: null },
    ]);
    await expect(number(ada, "70001")).rejects.toMatchObject({ code: "datev_settings_missing" });
    await save();
    await expect(number(ada, "69999")).rejects.toMatchObject({
      code: "datev_creditor_invalid",
      params: { first: "70000", last: "99999" },
    });
    await number(ada, "70005", "Ada");
    await number(ada, "70005", "Ada");
    await expect(number(ivo, "70005")).rejects.toMatchObject({ code: "datev_creditor_taken" });
    const version = creditorVersion((await owner((scope) => readCreditor(scope, ivo.affiliateId)))!);
    await number(ivo, "70006");
    await expect(
      owner((scope) => setCreditor(scope, ivo.affiliateId, { ...creditor("70007"), version })),
    ).rejects.toMatchObject({ code: "changed_meanwhile" });
    expect(await rows("select data from audit_log where action = 'datev.set_creditor' order by id")).toHaveLength(2);
    await expect(number({ ...ada, affiliateId: other.orgId }, "70009")).rejects.toMatchObject({ code: "not_found" });
  });

  test("the rest get the next free ones in the order of the affiliates", async () => {
    await approved();
    await expect(owner(numberCreditors)).rejects.toMatchObject({ code: "datev_settings_missing" });
    await save();
    expect(await owner(countUnnumbered)).toBe(2);
    const later = await activeAffiliate(db.database, org, { name: "Zoe" });
    await number(later, "70001");
    expect(await owner(numberCreditors)).toBe(2);
    expect(await owner(numberCreditors)).toBe(0);
    expect(await rows("select name, creditor_number from affiliate where org_id = $1 order by 2", org.orgId)).toEqual([
      { name: "Zoe", creditor_number: 70001 },
      { name: "Ada Äußerst – Söhne", creditor_number: 70002 },
      { name: "Ivo", creditor_number: 70003 },
    ]);
    expect(await rows("select data from audit_log where action = 'datev.number_creditors'")).toEqual([
      { data: { count: 2 } },
    ]);
  });

  test("stay when an affiliate is erased, without the name", async () => {
    await approved();
    await save();
    await number(ivo, "70002", "Lukasz");
    await owner((scope) => eraseAffiliate(scope, ivo.affiliateId, { name: "Ivo", nobody: "Erased" }));
    expect(await owner((scope) => readCreditor(scope, ivo.affiliateId))).toMatchObject({
      number: 70002,
      otherName: null,
    });
  });
});

describe("[PAY-14] settings", () => {
  test("a change is a new row, and of two owners the second sees what the first has saved", async () => {
    expect(await owner(readDatevSettings)).toBeNull();
    const version = datevSettingsVersion(null);
    await owner((scope) => saveDatevSettings(scope, { ...input(), version }));
    await save();
    expect(await owner(readDatevSettings)).toEqual({
      adviser: 29098,
      client: 55003,
      fiscalMonth: 1,
      accountLength: 4,
      chart: "03",
      expenseAccount: "4760",
      bankAccount: "1200",
    });
    await expect(
      owner((scope) => saveDatevSettings(scope, { ...input({ adviser: "1001" }), version })),
    ).rejects.toMatchObject({ code: "changed_meanwhile" });
    await save({ chart: "04", expense_account: "6771" });
    expect(await rows("select chart, expense_account, bank_account from datev_setting order by chart")).toEqual([
      { chart: "03", expense_account: "4760", bank_account: "1200" },
      { chart: "04", expense_account: "6771", bank_account: "1800" },
    ]);
    expect(await rows("select 1 from audit_log where action = 'datev.save_settings'")).toHaveLength(2);
  });

  test("belong to owners, and another organization or an affiliate reads none of it", async () => {
    await approved();
    await save();
    await owner(numberCreditors);
    expect(await foreign(readDatevSettings)).toBeNull();
    expect((await foreign((scope) => listCreditors(scope))).rows).toEqual([]);
    expect(await foreign((scope) => readCreditor(scope, ada.affiliateId))).toBeNull();
    expect(await foreign((scope) => readDatevDocuments(scope, march))).toEqual([]);
    expect(await foreign((scope) => readDatevPayouts(scope, march))).toEqual([]);
    expect(await foreign((scope) => readDatevAffiliates(scope, [ada.affiliateId]))).toEqual([]);
    expect(await foreign((scope) => previewDatev(scope, march))).toMatchObject({ entries: [], unbooked: [] });
    const member = await addMember(db.database, org);
    const forbidden = { code: "forbidden" };
    const asMember = <T>(use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
    await expect(asMember((scope) => saveDatevSettings(scope, input()))).rejects.toMatchObject(forbidden);
    const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
    for (const act of [
      readDatevSettings,
      countUnnumbered,
      numberCreditors,
      (scope: Scope) => listCreditors(scope),
      (scope: Scope) => previewDatev(scope, march),
      (scope: Scope) => loadDatevPdfs(scope, march),
      (scope: Scope) => loadDatevFile(scope, { kind: "bookings", period: march }),
    ])
      await expect(own<unknown>(act)).rejects.toMatchObject(forbidden);
    expect(await own((scope) => scope.db.datevSetting.findMany())).toEqual([]);
  });
});
