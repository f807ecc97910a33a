import { recordAudit } from "../audit/record-audit.server";
import { checkNewOwnValues, insertOwnValues } from "../fields/own-values.server";
import { readOwnFields } from "../fields/read-own-fields.server";
import { generatePayments } from "./generate-payments.server";
import { changeStatus } from "../leads/change-status.server";
import { openLeadStatuses } from "../leads/lead";
import { readWork } from "../leads/lead-work.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { emitEvents } from "../webhooks/emit-event.server";
import { dealColumns, pricedDeal } from "./deal-contract";
import type { NewDeal } from "./deal.schema";
import { priceDeal } from "./price-deal.server";
import type { CommissionTrace } from "../terms/pricing";
import { requireResolvedCurrency } from "./settle-currency";
import { traceOfDeal } from "./stored-trace";
import { dueRuleOf } from "../terms/active-terms.server";

export interface CreatedDeal {
  id: string;
  commission: CommissionTrace;
  /** False if the deal was saved but its monthly payments must be generated on the commissions page. */
  paymentsGenerated: boolean;
  /** True if this form was posted before and nothing was written again. */
  repeated: boolean;
}

/**
 * Turns an open lead into a won deal (LEAD-08) in one transaction. Writes the deal with its commission, converts the
 * lead, notifies the affiliate, queues the webhook and creates the monthly payments of a recurring deal. An error in
 * payments, notification or webhook is logged and does not undo the deal.
 * Throws `not_found` (unknown lead), `lead_not_open` (won or lost already), `own_required`, `own_field_gone` (at their
 * field), `forbidden`, and what {@link requireResolvedCurrency} throws.
 */
export async function createDeal(scope: Scope, sent: NewDeal): Promise<CreatedDeal> {
  requireStaff(scope);
  const earlier = await findSubmission(scope, sent.submissionId);
  if (earlier) return earlier;
  const input = requireResolvedCurrency(sent, (await scope.organization()).defaultCurrency);
  const fields = await readOwnFields(scope, "deal");
  checkNewOwnValues(fields, input.own);

  const lead = await convertLead(scope, input);
  if (!lead) {
    // The same form was posted twice concurrently, and the other transaction has just committed its deal.
    const twin = await findSubmission(scope, input.submissionId);
    if (twin) return twin;
    throw new DomainError("lead_not_open");
  }

  const commission = await priceDeal(scope, { affiliateId: lead.affiliateId, ...pricedDeal(input) });
  const termId = commission.rule === "none" ? null : (commission.terms?.id ?? null);
  const { id } = await scope.db.deal.create({
    data: {
      leadId: lead.id,
      affiliateId: lead.affiliateId,
      termId,
      ...(await dueRuleOf(scope, termId)),
      dealType: input.recurring ? "recurring" : "one-time",
      ...dealColumns(input, commission),
      submissionId: input.submissionId,
      createdBy: actingUser(scope),
      creditedTo: (await readWork(scope, lead.id)).responsible ?? actingUser(scope),
      source: lead.source,
      createdAt: scope.now,
    },
    select: { id: true },
  });
  await insertOwnValues(scope, "deal", fields, [{ id, affiliateId: lead.affiliateId, own: input.own }]);
  await recordAudit(scope, {
    action: "deal.create",
    entity: "deal",
    entityId: id,
    data: { amount: input.amount, currency: input.currency, commission: commission.result.amount },
  });

  const payments = input.recurring
    ? await scope.inSavepoint("generating the payments of a new deal", () => generatePayments(scope, { dealId: id }))
    : { ok: true };
  const { affiliateId } = lead;
  if (affiliateId) {
    await scope.inSavepoint("notifying the affiliate of a new deal", () =>
      notifyAffiliate(scope, {
        affiliateId,
        type: "deal_created",
        dealId: id,
        company: lead.companyName,
        deal: input.title,
        commission: commission.result,
        monthly: input.recurring !== null,
      }),
    );
  }
  await scope.inSavepoint("queueing deal.created", () => emitEvents(scope, [{ event: "deal.created", deal_id: id }]));
  return { id, commission, paymentsGenerated: payments.ok, repeated: false };
}

/**
 * Converts the lead with a conditional update, so one of several concurrent writers wins. Null if the lead is no longer
 * open.
 */
async function convertLead(scope: Scope, input: NewDeal) {
  const { leadId } = input;
  const changed = await changeStatus(scope, { leadIds: [leadId], from: openLeadStatuses, to: "converted" });
  const lead = await scope.db.lead.findFirst({ where: { id: leadId } });
  if (!lead) throw new DomainError("not_found");
  return changed.length === 1 ? lead : null;
}

async function findSubmission(scope: Scope, submissionId: string | null): Promise<CreatedDeal | null> {
  if (!submissionId) return null;
  const deal = await scope.db.deal.findFirst({ where: { submissionId }, include: { payments: { take: 1 } } });
  if (!deal) return null;
  const pays = deal.dealType === "recurring" && deal.affiliateId !== null && deal.commissionAmount > 0n;
  return {
    id: deal.id,
    commission: traceOfDeal(deal, scope.log),
    // After a double click the browser shows the second response, so it needs the warning as well.
    paymentsGenerated: !pays || deal.payments.length > 0,
    repeated: true,
  };
}
