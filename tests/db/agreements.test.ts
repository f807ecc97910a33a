import { beforeEach, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { LATEST_AGREEMENT } from "~/domain/payouts/agreement";
import { acceptAgreement, agreementsOn, readAgreement, withdrawAgreement } from "~/domain/payouts/agreement.server";
import { savePayee } from "~/domain/payouts/save-payee.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { payeeInput, withPayer } from "../factories/payees";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;

beforeEach(async () => {
  db.at("2026-03-10T12:00:00Z");
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  await withPayer(db.database, org);
  await own((scope) => savePayee(scope, ada.affiliateId, payeeInput()));
});

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const own = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, ada, use);
const accept = (scope: Scope) => acceptAgreement(scope, { version: LATEST_AGREEMENT, language: "de" });
const view = () => owner((scope) => readAgreement(scope, ada.affiliateId));
const inForce = async () => [...(await owner((scope) => agreementsOn(scope, [ada.affiliateId]))).values()];

test("[PAY-04] an affiliate accepts the agreement with time and version, withdraws it, and accepts it again", async () => {
  expect([(await view()).accepted, await inForce()]).toEqual([null, []]);
  await own(accept);
  await own(accept);
  const accepted = { version: 1, acceptedAt: "2026-03-10T12:00:00.000Z", language: "de", payer: "Agency GmbH" };
  expect(await view()).toEqual({ offer: "open", payer: "Agency GmbH", accepted });
  expect(await own((scope) => readAgreement(scope, ada.affiliateId))).toEqual(await view());
  expect(await inForce()).toEqual([{ version: 1, acceptedAt: new Date("2026-03-10T12:00:00Z") }]);

  db.at("2026-03-11T12:00:00Z");
  expect(await own(withdrawAgreement)).toBe(true);
  expect(await own(withdrawAgreement)).toBe(false);
  expect([(await view()).accepted, await inForce()]).toEqual([null, []]);
  await own(accept);
  expect((await view()).accepted?.acceptedAt).toBe("2026-03-11T12:00:00.000Z");
  const rows = await db.ownerPool.query("select withdrawn_at is null as holds from self_billing_agreement order by id");
  expect(rows.rows).toEqual([{ holds: false }, { holds: true }]);
  const audit = await db.ownerPool.query(
    "select actor, action, data from audit_log where action like 'agreement.%' order by id",
  );
  const actor = `affiliate:${ada.affiliateId}`;
  expect(audit.rows).toEqual([
    { actor, action: "agreement.accept", data: { version: 1, language: "de" } },
    { actor, action: "agreement.withdraw", data: {} },
    { actor, action: "agreement.accept", data: { version: 1, language: "de" } },
  ]);
});

test("[PAY-04] two clicks at once accept it once", async () => {
  await Promise.all([own(accept), own(accept), own(accept)]);
  const { rows } = await db.ownerPool.query("select count(*)::int as count from self_billing_agreement");
  expect(rows).toEqual([{ count: 1 }]);
  const audit = await db.ownerPool.query("select 1 from audit_log where action = 'agreement.accept'");
  expect(audit.rowCount).toBe(1);
});

test("[PAY-04] what was accepted before a new version stays in force", async () => {
  await own(accept);
  await db.ownerPool.query("update self_billing_agreement set version = 7");
  expect((await inForce()).map(({ version }) => version)).toEqual([7]);
  await own(accept);
  // The latest one counts, and withdrawing ends both.
  expect((await inForce()).map(({ version }) => version)).toEqual([7]);
  await own(withdrawAgreement);
  expect(await inForce()).toEqual([]);
});

test("[PAY-04] no member accepts for an affiliate, not even while viewing the portal, nor does the database let them", async () => {
  const max = await addMember(db.database, org);
  const forbidden = { code: "forbidden" };
  await expect(owner(accept)).rejects.toMatchObject(forbidden);
  await expect(owner(withdrawAgreement)).rejects.toMatchObject(forbidden);
  const viewer = { ...ada.actor, viewedBy: max.userId };
  for (const act of [accept, withdrawAgreement])
    await expect(
      db.database.withOrg(org.orgId, viewer, async (scope) => void (await act(scope))),
    ).rejects.toMatchObject(forbidden);
  const row = {
    affiliateId: ada.affiliateId,
    version: 1,
    language: "de",
    payer: "X",
    acceptedAt: new Date("2026-01-01T00:00:00Z"),
  };
  await expect(owner((scope) => scope.db.selfBillingAgreement.create({ data: row }))).rejects.toThrow();
  await own(accept);
  const withdrawn = { withdrawnAt: new Date("2026-03-10T12:00:00Z") };
  expect(await owner((scope) => scope.db.selfBillingAgreement.updateMany({ data: withdrawn }))).toEqual({ count: 0 });
  expect(await inForce()).toHaveLength(1);
});

test("[PAY-04] another affiliate neither reads nor changes it", async () => {
  await own(accept);
  const eve = await activeAffiliate(db.database, org, { name: "Eve" });
  const asEve = <T>(use: (scope: Scope) => Promise<T>) => asAffiliate(db.database, org, eve, use);
  await expect(asEve((scope) => readAgreement(scope, ada.affiliateId))).rejects.toMatchObject({ code: "forbidden" });
  await expect(asEve((scope) => agreementsOn(scope, [ada.affiliateId]))).rejects.toMatchObject({ code: "forbidden" });
  expect(await asEve(withdrawAgreement)).toBe(false);
  expect(await inForce()).toHaveLength(1);
  const other = await createOrg(db.database);
  await withPayer(db.database, other);
  expect(await asOwner(db.database, other, (scope) => agreementsOn(scope, [ada.affiliateId]))).toEqual(new Map());
});

test("[PAY-04] private persons are not asked, nor anybody by a payer outside Germany", async () => {
  const refused = { code: "agreement_not_offered" };
  await own((scope) => savePayee(scope, ada.affiliateId, payeeInput({ tax_status: "private" })));
  expect((await view()).offer).toBe("private");
  await expect(own(accept)).rejects.toMatchObject(refused);
  await own((scope) => savePayee(scope, ada.affiliateId, payeeInput()));
  await own(accept);
  await withPayer(db.database, org, { country: "AT" });
  // What was accepted is shown, but lets nothing be issued.
  expect(await view()).toMatchObject({ offer: "payer_abroad", accepted: { version: 1 } });
  expect(await inForce()).toEqual([]);
  await own(withdrawAgreement);
  await expect(own(accept)).rejects.toMatchObject(refused);
});

test("[PAY-04] [OPS-05] erasing an affiliate removes the agreement", async () => {
  await own(accept);
  await owner((scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada", nobody: "Nobody" }));
  expect((await db.ownerPool.query("select 1 from self_billing_agreement")).rowCount).toBe(0);
});
