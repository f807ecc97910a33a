import { expect, test } from "vitest";
import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { regeneratePayments } from "~/domain/deals/regenerate-payments.server";
import { agency } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner } from "../factories/organizations";
import { untilBlocked, useDatabase } from "../support/database";

const db = useDatabase({ each: true });

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

test("[COM-01] regenerating waits for a concurrent payment and counts it as paid", async () => {
  const { org, affiliate } = await agency(db.database);
  const deal = await recurringDeal(db.database, org, affiliate, { contract_duration_months: "4" });
  await db.ownerPool.query("update commission_payment set amount = amount + 1");
  const { rows } = await db.ownerPool.query<{ id: string }>("select id from commission_payment order by period_start");
  let regenerated: ReturnType<typeof regeneratePayments> | undefined;
  await asOwner(db.database, org, async (scope) => {
    await markPaymentPaid(scope, rows[0]!.id);
    regenerated = asOwner(db.database, org, (later) => regeneratePayments(later, deal.id));
    await untilBlocked(db.ownerPool);
  });
  expect(await regenerated).toEqual({ added: 0, changed: 3, removed: 0, kept: 0, paid: 1 });
});
