import { setDefaultView } from "~/domain/views/default-view.server";
import { saveView } from "~/domain/views/save-view.server";
import { randomUUID } from "node:crypto";
import { createApiKey } from "~/domain/api-keys/create-api-key.server";
import { payCommissions } from "~/domain/commissions/pay-commissions.server";
import { reopenCommissions } from "~/domain/commissions/reopen-commissions.server";
import { runGeneration } from "~/domain/commissions/run-generation.server";
import { endDeal } from "~/domain/deals/end-deal.server";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { beginImport, stageRows } from "~/domain/imports/stage-import.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { storeDocumentFiles } from "~/domain/payouts/documents.server";
import { raiseObjection } from "~/domain/payouts/objections.server";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { saveStandardTerms } from "~/domain/terms/standard-terms.server";
import { standardTermsSchema } from "~/domain/terms/term.schema";
import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../../factories/affiliates";
import { attachment, noted, sent } from "../../factories/conversation";
import { oneTimeDeal, recurringDeal, submittedLead } from "../../factories/deals";
import { definedFields, withOwnValues } from "../../factories/fields";
import { addMember, asOwner, createOrg, type Org } from "../../factories/organizations";
import { sentInvoice, waitingPayout } from "../../factories/own-invoices";
import { withPayer } from "../../factories/payees";
import { approvedRun, draftRun, payable } from "../../factories/payouts";
import type { TestDoor } from "../../factories/people";
import { withWebhook } from "../../factories/webhooks";

export interface PopulatedOrg extends Org {
  affiliates: [Affiliate, Affiliate];
}

/** Adds an affiliate who can be paid, and into whom another was merged before. */
async function mergedAffiliate(db: TestDoor, org: Org): Promise<Affiliate> {
  const [one, other] = [
    await activeAffiliate(db, org, { name: "Ada" }),
    await activeAffiliate(db, org, { name: "Ada" }),
  ];
  const both = { affiliateId: one.affiliateId, otherId: other.affiliateId, taken: { email: "kept" } } as const;
  const kept = await asOwner(db, org, (scope) => mergeAffiliates(scope, both));
  return payable(db, org, kept === one.affiliateId ? one : other);
}

/** Creates an organization with rows in every table, for each of two affiliates. */
export async function populate(db: TestDoor, name: string): Promise<PopulatedOrg> {
  const org = await createOrg(db, { name });
  const member = await addMember(db, org);
  await withWebhook(db, org);
  await asOwner(db, org, (scope) => createApiKey(scope, { name: "Books", access: "write", lifetime: "never" }));
  const view = await asOwner(db, org, (scope) =>
    saveView(scope, { list: "leads", name: "Mine", query: "status=new", shared: true }),
  );
  await db.withOrg(org.orgId, member.actor, (scope) => setDefaultView(scope, { view, isDefault: true }));
  await withPayer(db, org);
  const standard = { model: "rev_share", rev_share_percent: "10" };
  await asOwner(db, org, (scope) => saveStandardTerms(scope, standardTermsSchema("de").parse(standard)));
  await definedFields(db, org);
  const affiliates: [Affiliate, Affiliate] = [await mergedAffiliate(db, org), await mergedAffiliate(db, org)];
  for (const affiliate of affiliates) {
    const leadId = await submittedLead(db, org, affiliate);
    await asOwner(db, org, (scope) => moveLead(scope, { leadId, to: "qualified" }));
    await noted(db, org, leadId, { text: "Internal", file: await attachment(db, org) });
    const { affiliateId } = affiliate;
    await sent(db, org, { leadId, affiliateId, text: "Shared", file: await attachment(db, org) });
    const [gone, twin] = [await submittedLead(db, org, affiliate), await submittedLead(db, org, affiliate)];
    await asOwner(db, org, (scope) => deleteLead(scope, { leadId: gone, reason: "A test" }));
    await asOwner(db, org, async (scope) => {
      await mergeLeads(scope, { leadId, otherId: twin, taken: {} }, () => "Merged");
      // Other tests plant names of files into all notes.
      await scope.db.leadNote.deleteMany({ where: { fileId: null } });
    });
    const { id: dealId } = await oneTimeDeal(db, org, affiliate);
    await withOwnValues(db, org, "lead", leadId, { lead_inside: "Internal", lead_shown: "Shared" });
    await withOwnValues(db, org, "deal", dealId, { deal_inside: "Internal", deal_shown: "Shared" });
    const { id: canceled } = await oneTimeDeal(db, org, affiliate);
    await asOwner(db, org, async (scope) => {
      await payCommissions(scope, { deals: [canceled], receiptUrl: null });
      const day = await scope.today();
      await endDeal(scope, {
        dealId: canceled,
        day,
        reason: "cancelled_by_customer",
        note: null,
        version: undefined,
      });
      const claim = await scope.db.commissionClaim.findFirstOrThrow({ where: { dealId: canceled } });
      const { affiliateId, currency } = claim;
      const sums = { net: 1n, vat: 0n, gross: 1n };
      const { id: settlementId } = await scope.db.claimSettlement.create({
        data: { affiliateId, currency, kind: "paid_back", settledOn: scope.now, createdAt: scope.now, ...sums },
      });
      await scope.db.claimSettlementPart.create({ data: { settlementId, claimId: claim.id, amount: 1n } });
    });
    await recurringDeal(db, org, affiliate, { contract_duration_months: "2" });
    await asOwner(db, org, async (scope) => {
      const id = randomUUID();
      const event = { event: "lead.created", timestamp: scope.now.toISOString(), lead_id: leadId } as const;
      await prepareDelivery(scope, id, event);
      const failed = { status: 500, error: "status 500", delivered: false, durationMs: 1, response: "no" };
      const file = {
        fileName: "x.csv",
        encoding: "utf-8" as const,
        header: ["email"],
        columns: { email: [0] },
      };
      const importId = await beginImport(scope, { kind: "leads", ...file });
      await stageRows(scope, importId, [{ number: 1, line: 2, cells: ["x@kunde.example"] }]);
      await recordAttempt(scope, { id, attempts: 0, isFailing: false }, { ...failed, retryAfterMs: null });
    });
  }
  await runGeneration((use) => asOwner(db, org, use));
  // Marked as unchecked, because the next steps reverse a paid month.
  await asOwner(db, org, async (scope) => {
    const months = await scope.db.commissionPayment.findMany({ select: { id: true } });
    await payCommissions(scope, { payments: months.map(({ id }) => id), receiptUrl: null });
    await reopenCommissions(scope, { payments: months.map(({ id }) => id), deals: [] }, () => true);
  });
  await approvedRun(db, org, await draftRun(db, org));
  // One payout is canceled, so that there is a cancellation, and its commission is in another run.
  await asOwner(db, org, async (scope) => {
    const { affiliateId } = affiliates[1];
    const { id: payoutId } = await scope.db.payout.findFirstOrThrow({ where: { affiliateId } });
    await cancelPayout(scope, { payoutId, reason: "Wrong" });
  });
  await approvedRun(db, org, await draftRun(db, org));
  for (const affiliate of affiliates) {
    await asAffiliate(db, org, affiliate, async (scope) => {
      const { id: documentId } = await scope.db.document.findFirstOrThrow({
        where: { kind: "credit_note", cancellation: null },
      });
      await raiseObjection(scope, { documentId, reason: "Wrong" });
    });
  }
  await asOwner(db, org, async (scope) => {
    for (const { id } of await scope.db.document.findMany())
      await storeDocumentFiles(scope, id, { pdf: Buffer.from("%PDF"), xml: Buffer.from("<note/>") });
  });
  for (const [index, affiliate] of affiliates.entries()) {
    const { payoutId } = await waitingPayout(db, org, affiliate, `WAITS-${index}`);
    await sentInvoice(db, org, affiliate, payoutId);
  }
  // As if they had withdrawn: tests of the portal's forms begin without an agreement.
  await asOwner(db, org, (scope) => scope.db.selfBillingAgreement.deleteMany());
  return { ...org, affiliates };
}
