import { beforeEach, expect, test } from "vitest";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { undoPayment } from "~/domain/commissions/undo-payment.server";
import { moveLeads } from "~/domain/leads/move-leads.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { countStatements } from "../support/statements";

const db = useDatabase({ each: true });

beforeEach(() => db.at("2026-03-20T12:00:00Z"));

/**
 * Creates an organization with this many affiliates, each with a lead and a deal of each type, and this many members.
 */
async function world(size: number) {
  const org = await createOrg(db.database);
  const payments: string[] = [];
  const deals: string[] = [];
  const leads: string[] = [];
  for (let number = 0; number < size; number++) {
    await addMember(db.database, org);
    const affiliate = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, affiliate);
    deals.push((await oneTimeDeal(db.database, org, affiliate)).id);
    const { id } = await recurringDeal(db.database, org, affiliate);
    const months = await asOwner(db.database, org, (scope) =>
      scope.db.commissionPayment.findMany({
        where: { dealId: id },
        orderBy: { periodStart: "asc" },
        take: 2,
      }),
    );
    payments.push(...months.map((month) => month.id));
    leads.push(await submittedLead(db.database, org, affiliate));
  }
  return { org, payments, deals, leads };
}

test("[COM-06] [TRX-04] [LEAD-13] an action on many records needs as many queries as on a few", async () => {
  const taken = async ({ org, payments, deals, leads }: Awaited<ReturnType<typeof world>>) => {
    const count = (use: (scope: Scope) => Promise<unknown>) =>
      countStatements(() => asOwner(db.database, org as Org, use));
    let batchId: string | null = null;
    return {
      pay: await count(async (scope) => {
        ({ batchId } = await payCommissions(scope, { payments, deals, receiptUrl: null }));
      }),
      undo: await count((scope) => undoPayment(scope, batchId!)),
      lose: await count((scope) => moveLeads(scope, { leadIds: leads, to: "lost", reason: "No budget" })),
      "tell staff": await count((scope) => notifyStaff(scope, { type: "lead_created", subjectId: leads[0]! })),
    };
  };
  const few = await taken(await world(2));
  expect(await taken(await world(7))).toEqual(few);
  expect(few.pay).toBeLessThan(20);
});
