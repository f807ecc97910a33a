import { receiptFileOf, receiptUrlOf } from "../files/receipt";
import type { Affiliate, Deal, Lead, Payout, PayoutRun } from "#prisma";
import type { EndReason } from "../deals/deal-end";
import type { OwnEntity } from "../fields/own-field";
import type { OwnValue } from "../fields/own-value";
import { readOwnData } from "../fields/own-values.server";
import type { LeadStatus } from "../leads/lead";
import { readWork } from "../leads/lead-work.server";
import { workFields } from "../leads/lead.schema";
import { readMember } from "../members/list-members.server";
import { dayFromDate } from "../shared/dates";
import { toValues } from "../shared/field-list";
import { fromDatabase, toDecimal } from "../shared/money";
import type { Scope } from "../shared/scope";
import type { CommissionKind } from "../commissions/commission";
import type { DocumentKind } from "../documents/document";
import type { PayoutState } from "../payouts/run";
import { contactInEvents } from "./lead-parts";
import {
  isOfGone,
  partsOf,
  readEmitted,
  type GoneBody,
  type LeadBody,
  type OwnInEvents,
  type NeededBy,
  type PartName,
  type PartValue,
  type PayoutBody,
  type QueuedEvent,
} from "./events";

/** An approved payout with its run. */
type ApprovedPayout = Omit<Payout, "statement"> & { run: PayoutRun };

/** The source of a part: the ids of its event, and its payout, or its lead, with its deal if it needs one. */
interface Source<P extends PartName> {
  scope: Scope;
  ids: NeededBy<P>;
  lead: Extract<keyof NeededBy<P>, "payout_id" | "affiliate_id"> extends never ? Lead : null;
  deal: "deal_id" extends keyof NeededBy<P> ? Deal : null;
  payout: "payout_id" extends keyof NeededBy<P> ? ApprovedPayout : null;
}
type AnySource = Pick<Source<PartName>, "scope"> & { ids: object; lead: unknown; deal: unknown; payout: unknown };

type Read<T> = T | undefined | Promise<T | undefined>;

/** Reads each part of a body; undefined if the change was undone. Amounts are decimal numbers. */
const readers: { [P in PartName]: (source: Source<P>) => Read<PartValue<P>> } = {
  deal: async ({ scope, deal }) => ({
    id: deal.id,
    title: deal.title,
    amount: decimal(deal.amount, deal.currency),
    currency: deal.currency,
    commission_amount: decimal(deal.commissionAmount, deal.commissionCurrency),
    close_date: dayFromDate(deal.closeDate),
    ...(await ownFieldsOf(scope, "deal", deal.id)),
  }),
  end: ({ deal }) =>
    deal.endedOn
      ? {
          day: dayFromDate(deal.endedOn),
          reason: deal.endReason as EndReason,
          note: deal.endNote,
          worth: decimal(deal.endedAmount ?? 0n, deal.currency),
        }
      : undefined,
  commission: async ({ scope, deal, ids: { payment_id: id, batch_id: batchId } }) => {
    const payment = id && (await scope.db.commissionPayment.findFirst({ where: { id, batchId, status: "paid" } }));
    if (payment) {
      const { amount, currency, periodStart, paidDate } = payment;
      return paidCommission({ ...payment, kind: "payment", amount, currency, period: periodStart, paidDate });
    }
    if (id !== null || !deal.commissionPaid || deal.batchId !== batchId) return undefined;
    const { commissionAmount: amount, commissionCurrency: currency, paymentDate: paidDate } = deal;
    return paidCommission({ ...deal, kind: "deal", amount, currency, period: null, paidDate });
  },
  status: ({ lead }) => lead.status as LeadStatus,
  work: async ({ scope, lead }) => {
    const work = await readWork(scope, lead.id);
    const member = work.responsible && (await readMember(scope, work.responsible));
    return { ...toValues(workFields, work), responsible_name: member ? member.name : null };
  },
  reason: async ({ scope, lead, ids: { batch_id: batchId } }) => {
    const where = { leadId: lead.id };
    const last = await scope.db.leadStatusChange.findFirst({ where, orderBy: { createdAt: "desc" } });
    // Undoing a lost lead belongs to the same action.
    return last?.batchId === batchId && last.toStatus === "lost" ? last.reason : undefined;
  },
  delete_reason: async ({ scope, ids: { batch_id: batchId } }) => {
    const deleted = await scope.db.deletedLead.findFirst({ where: { batchId }, select: { reason: true } });
    return deleted ? deleted.reason : undefined;
  },
  merged_lead_id: ({ ids }) => ids.merged_id,
  merged_affiliate_id: ({ ids }) => ids.merged_id,
  commission_currency: ({ deal }) => deal.commissionCurrency,
  payout: ({ payout }) => ({
    id: payout.id,
    run_id: payout.runId,
    number: payout.number!,
    state: payout.state as PayoutState,
    currency: payout.run.currency,
    net: decimal(payout.net!, payout.run.currency),
    vat: decimal(payout.vat!, payout.run.currency),
    gross: decimal(payout.gross!, payout.run.currency),
    until: dayFromDate(payout.run.until),
  }),
  document: async ({ scope, ids: { document_id: id } }) => {
    const found = await scope.db.document.findFirst({ where: { id }, include: { canceled: true } });
    if (!found) return undefined;
    const { kind, number, issuedOn, canceled, currency, net, vat, gross } = found;
    const amounts = { net: decimal(net, currency), vat: decimal(vat, currency), gross: decimal(gross, currency) };
    const cancels = canceled?.number ?? null;
    return { id, kind: kind as DocumentKind, number, issued_on: dayFromDate(issuedOn), cancels, currency, ...amounts };
  },
  paid_on: ({ payout, ids }) =>
    payout.paidOn && payout.batchId === ids.batch_id ? dayFromDate(payout.paidOn) : undefined,
  return_reason: ({ payout }) => payout.returnReason ?? undefined,
  void_reason: ({ payout }) => (payout.state === "void" ? payout.run.voidReason : undefined),
};

interface PaidCommission {
  kind: CommissionKind;
  id: string;
  amount: bigint;
  currency: string;
  period: Date | null;
  paidDate: Date | null;
  receiptUrl: string | null;
}

const paidCommission = (paid: PaidCommission) => ({
  kind: paid.kind,
  id: paid.id,
  amount: decimal(paid.amount, paid.currency),
  currency: paid.currency,
  period: paid.period && dayFromDate(paid.period),
  paid_on: dayFromDate(paid.paidDate!),
  receipt_url: receiptUrlOf(paid.receiptUrl),
  receipt_file: receiptFileOf(paid.receiptUrl),
});

/** Returns the own fields of a lead or deal for a body; nothing if the organization has none. */
async function ownFieldsOf(scope: Scope, entity: OwnEntity, id: string): Promise<{ fields?: OwnInEvents }> {
  const { fields, values } = await readOwnData(scope, entity, id);
  const shown = (value: OwnValue): OwnInEvents[string] => {
    if (typeof value !== "object") return value;
    if ("number" in value) return value.number;
    if ("day" in value) return value.day;
    if ("option" in value) return value.option;
    return { amount: decimal(BigInt(value.amount), value.currency), currency: value.currency };
  };
  if (fields.length === 0) return {};
  const told = Object.entries(values).map(([key, value]) => [key, value === null ? null : shown(value)]);
  return { fields: Object.fromEntries(told) as OwnInEvents };
}

/** Returns the amount as a number, such as 1234.56 for EUR. */
const decimal = (amount: bigint, currency: string) => Number(toDecimal(fromDatabase(amount), currency));

/** What an event is about, and the last fields of its body. */
type Subject = Omit<AnySource, "scope" | "ids"> & { whose: LeadBody | PayoutBody | GoneBody };

/** Reads what an event is about; null if it no longer exists. */
async function readSubject(scope: Scope, ids: ReturnType<typeof readEmitted>): Promise<Subject | null> {
  if (ids.payout_id) {
    const payout = await scope.db.payout.findFirst({
      where: { id: ids.payout_id, state: { not: "draft" } },
      omit: { statement: true },
      include: { run: true, affiliate: true },
    });
    return payout && { lead: null, deal: null, payout, whose: { affiliate: named(payout.affiliate) } };
  }
  if (ids.affiliate_id) {
    const affiliate = await scope.db.affiliate.findFirst({ where: { id: ids.affiliate_id } });
    return affiliate && { lead: null, deal: null, payout: null, whose: { affiliate: named(affiliate) } };
  }
  const deal = ids.deal_id ? await scope.db.deal.findFirst({ where: { id: ids.deal_id } }) : null;
  if (ids.deal_id && !deal) return null;
  const where = { id: deal?.leadId ?? ids.lead_id };
  const lead = await scope.db.lead.findFirst({ where, include: { affiliate: true } });
  if (!lead) return isOfGone(ids.event) ? readGone(scope, ids.lead_id) : null;
  const affiliate = lead.affiliate && named(lead.affiliate);
  const own = await ownFieldsOf(scope, "lead", lead.id);
  return { lead, deal, payout: null, whose: { lead: { id: lead.id, ...contactInEvents(lead), ...own }, affiliate } };
}

/** Of a deleted lead only the id is left; null if it was restored. */
async function readGone(scope: Scope, id: string): Promise<Subject | null> {
  const deleted = await scope.db.deletedLead.findFirst({ where: { id }, include: { affiliate: true } });
  if (!deleted) return null;
  const affiliate = deleted.affiliate && named(deleted.affiliate);
  return { lead: null, deal: null, payout: null, whose: { lead: { id }, affiliate } };
}

const named = ({ id, name }: Affiliate) => ({ id, name });

/**
 * Returns the body of a webhook (HOOK-01); null if its lead, deal or payout no longer exists, or if the change was
 * undone. Throws a ZodError for an event without the ids that its parts need.
 */
export async function webhookPayload(scope: Scope, queued: QueuedEvent): Promise<string | null> {
  const { event, timestamp, ...ids } = readEmitted(queued);
  const subject = await readSubject(scope, { event, timestamp, ...ids });
  if (!subject) return null;
  const { whose, ...about } = subject;
  const told: Record<string, unknown> = {};
  for (const name of partsOf(event)) {
    const read = readers[name] as (source: AnySource) => Read<unknown>;
    told[name] = await read({ scope, ids, ...about });
    if (told[name] === undefined) return null;
  }
  return JSON.stringify({ event, timestamp, ...told, ...whose });
}
