import { expect, test } from "vitest";
import { regeneratePayments } from "~/domain/deals/regenerate-payments.server";
import { agency } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase();

test("[COM-01] regenerating moves payments from wrong days to those of the contract", async () => {
  const { org, affiliate } = await agency(db.database);
  const deal = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "4" });
  const days = async () => {
    const { rows } = await db.ownerPool.query<{ day: string }>(
      "select period_start::text as day from commission_payment order by 1",
    );
    return rows.map(({ day }) => day);
  };
  const whole = await days();
  await db.ownerPool.query("update commission_payment set period_start = period_start + 1");
  const regenerate = () => asOwner(db.database, org, (scope) => regeneratePayments(scope, deal.id));
  expect(await regenerate()).toEqual({ added: 4, changed: 0, removed: 4, kept: 0, paid: 0 });
  expect(await days()).toEqual(whole);
  expect(await regenerate()).toMatchObject({ added: 0, removed: 0, kept: 4 });
});
