import { beforeEach, describe, expect, test } from "vitest";
import { recordAudit } from "~/domain/audit/record-audit.server";
import { closeOrganization, reopenOrganization } from "~/domain/members/close-organization.server";
import { readBeforeClosing } from "~/domain/members/read-closing.server";
import { formatDay, todayIn } from "~/domain/shared/dates";
import { loader as dashboard } from "~/routes/affiliate.dashboard/route";
import { loader as ownData } from "~/routes/affiliate.data[.]zip";
import { loader as closedPortal } from "~/routes/_site.affiliate.closed";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { createOrg, type Member, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { call, cookieOf, useRoutes } from "../support/web";

// What closing an organization means for its affiliates, and the archive before it (WORK-13).

const db = useDatabase({ each: true });
useRoutes(db);

const DAY = 86_400_000;
// The routes have the real time.
const START = new Date();
const after = (days: number, hours = 0) => new Date(START.getTime() + days * DAY + hours * 3_600_000);
const END = todayIn("Europe/Berlin", after(30));
let org: Org;

beforeEach(async () => {
  db.at(START);
  org = await createOrg(db.database, { name: "Nordlicht" });
});

async function quiet(): Promise<void> {
  await db.runJobs();
  db.mails.splice(0);
}

const inOrg = <T>(who: Member, use: Parameters<typeof db.database.withOrg<T>>[2]) =>
  db.database.withOrg(org.orgId, who.actor, use, "deletion");
const closeNow = () =>
  inOrg(org.owner, (scope) => closeOrganization(scope, { name: "nordlicht", withoutArchive: true }));
const openAgain = () => inOrg(org.owner, reopenOrganization);
const rows = async (sql: string, ...values: unknown[]) => (await db.ownerPool.query(sql, values)).rows;

describe("[WORK-13] what closing means outside of the team", () => {
  test("affiliates with open commissions are told once, in their language, and get their data until the end", async () => {
    const owed = await activeAffiliate(db.database, org);
    const paid = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, owed);
    await oneTimeDeal(db.database, org, owed);
    await db.ownerPool.query("update affiliate set language = 'de' where id = $1", [owed.affiliateId]);
    await quiet();
    await closeNow();
    await db.runJobs();
    const toAffiliates = () => db.mails.splice(0).filter(({ to }) => [owed.email, paid.email].includes(to.address));
    const [mail, ...others] = toAffiliates();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ subject: "Nordlicht hat das Konto geschlossen", to: { address: owed.email } });
    expect(JSON.stringify(mail)).toContain(formatDay(END, "de"));

    const cookie = await cookieOf(db, owed, { door: "affiliate", affiliateOrgId: org.orgId });
    expect((await call(closedPortal, "/affiliate/closed", { cookie })).body).toMatchObject({
      until: END,
      documents: [],
    });
    expect((await call(ownData, "/affiliate/data.zip", { cookie })).status).toBe(200);
    expect((await call(dashboard, "/affiliate/dashboard", { cookie })).to).toBe("/affiliate/closed");

    await openAgain();
    await db.runJobs();
    expect(toAffiliates().map(({ subject, to }) => [subject, to.address])).toEqual([
      ["Nordlicht ist zurück", owed.email],
    ]);
  });

  test("is asked about without a data archive of the last day", async () => {
    const close = (withoutArchive = false) =>
      inOrg(org.owner, (scope) => closeOrganization(scope, { name: "Nordlicht", withoutArchive }));
    const before = () => inOrg(org.owner, readBeforeClosing);
    const missing = expect.objectContaining({ code: "archive_missing", field: "without_archive" });
    await expect(close()).rejects.toEqual(missing);
    await inOrg(org.owner, (scope) =>
      recordAudit(scope, { action: "organization.archive", entity: "organization", entityId: scope.orgId }),
    );
    expect(await before()).toMatchObject({ isArchived: true });
    db.at(after(1, 1));
    expect(await before()).toMatchObject({ isArchived: false, archivedAt: START });
    await expect(close()).rejects.toEqual(missing);
    db.at(after(1));
    await close();
    expect(
      await rows("select 1 from organization where closed_at is not null and org_id = $1", org.orgId),
    ).toHaveLength(1);
  });
});
