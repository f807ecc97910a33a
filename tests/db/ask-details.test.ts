import { expect, test } from "vitest";
import { askForDetails } from "~/domain/payouts/ask-details.server";
import { day } from "~/domain/shared/dates";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { enter, IBANS } from "../factories/payees";
import { payableAffiliate, withProfile } from "../factories/payouts";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const UNTIL = day("2026-02-28");

const ask = (org: Org) => asOwner(db.database, org, (scope) => askForDetails(scope, { currency: "EUR", until: UNTIL }));

/** Lets an affiliate earn 10 % of a deal that is due. */
async function owed(org: Org, affiliate: Affiliate): Promise<Affiliate> {
  await withTerms(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  return affiliate;
}

test("[PAY-05] affiliates whose details are missing are asked for them by email, at most once a day", async () => {
  db.at("2026-01-10T12:00:00Z");
  const org = await createOrg(db.database);
  const ada = await owed(org, await activeAffiliate(db.database, org, { name: "Ada" }));
  // Neither somebody who can be paid, nor somebody who has never used the portal, nor somebody to whom nothing is due.
  const bea = await payableAffiliate(db.database, org, "Bea");
  await oneTimeDeal(db.database, org, bea);
  await owed(org, await invitedAffiliate(db.database, org, { name: "Cleo" }));
  await activeAffiliate(db.database, org, { name: "Dora" });
  db.at("2026-03-10T12:00:00Z");
  await db.runJobs();
  db.mails.splice(0);

  const clicks = await Promise.all([ask(org), ask(org)]);
  expect(clicks.sort()).toEqual([0, 1]);
  await db.runJobs();
  expect(db.mails.map(({ to }) => to.address)).toEqual([ada.email]);
  expect(db.mails[0]!.subject).toContain(org.name);
  expect(db.mails[0]!.text).toContain("/affiliate/payout-details");

  db.at("2026-03-11T11:00:00Z");
  expect(await ask(org)).toBe(0);
  db.at("2026-03-11T12:00:01Z");
  expect(await ask(org)).toBe(1);
});

test("[PAY-05] who has entered everything and only waits for the account is not asked", async () => {
  db.at("2026-01-10T12:00:00Z");
  const org = await createOrg(db.database);
  const ada = await owed(org, await activeAffiliate(db.database, org, { name: "Ada" }));
  await withProfile(db.database, org, ada);
  await asAffiliate(db.database, org, ada, (scope) => enter(scope, ada.affiliateId, IBANS[0]));
  db.at("2026-01-10T12:30:00Z");
  const [now] = [day("2026-01-10")];
  await oneTimeDeal(db.database, org, ada, { close_date: now });
  const preview = { currency: "EUR", until: now };
  expect(await asOwner(db.database, org, (scope) => askForDetails(scope, preview))).toBe(0);
});
