import { expect, test } from "vitest";
import { dueByAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal } from "../factories/deals";
import { asOwner, createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();

test("[COM-06] the affiliates who are owed are read from the 200 longest due payments", async () => {
  db.at("2014-12-20T12:00:00Z");
  const org = await createOrg(db.database);
  const [ada, bob] = [await activeAffiliate(db.database, org), await activeAffiliate(db.database, org)];
  for (const affiliate of [ada, bob]) await withTerms(db.database, org, affiliate);
  const months = { contract_start_date: "2015-01-01", contract_duration_months: "100" };
  for (let deals = 0; deals < 2; deals++) await recurringDeal(db.database, org, ada, months);
  await oneTimeDeal(db.database, org, bob, { close_date: "2026-03-01" });
  db.at("2026-03-10T12:00:00Z");
  const owed = async () => {
    const { top, more } = await asOwner(db.database, org, (scope) => dueByAffiliate(scope, 5));
    return { counts: top.map(({ affiliateId, count }) => [affiliateId, count]), more };
  };
  expect(await owed()).toEqual({ counts: [[ada.affiliateId, 200]], more: false });
  await db.ownerPool.query(
    `update commission_payment set status = 'paid', paid_date = '2026-03-09'
     where id = (select id from commission_payment limit 1)`,
  );
  const both = [
    [ada.affiliateId, 199],
    [bob.affiliateId, 1],
  ];
  expect(await owed()).toEqual({ counts: both, more: false });
});
