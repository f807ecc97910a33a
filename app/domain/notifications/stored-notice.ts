import { z } from "zod";
import type { Log } from "~/platform/log.server";
import { endReasons } from "../deals/deal-end";
import { boundedText, storedDay } from "../shared/fields";
import { cadences, type TermRules } from "../terms/term";
import { tiersFromDatabase, tiersToDatabase } from "../terms/tiers";
import { billingMatters, type Notice } from "./notice";
import { ownerAlerts } from "./owner-alert";

const text = boundedText(10_000);
const currency = boundedText(100);

const single = z.object({
  /** Missing in notices from before it was stored. */
  deal_id: z.uuid().nullish(),
  company: text,
  deal: text,
  amount: z.int(),
  currency,
  monthly: z.boolean(),
  period: storedDay.nullable(),
  reason: text.optional(),
});

const bulk = z.object({
  payments: z.int(),
  amounts: z.array(z.object({ amount: z.int(), currency })),
  oneOff: z.boolean(),
});

const lost = z.object({ lead_id: z.uuid(), company: text, reason: text.optional() });
const manyLost = z.object({ companies: z.array(text), reason: text.optional() });

const resumed = z.object({ deal_id: z.uuid(), company: text, deal: text });
const ended = resumed.extend({
  day: storedDay,
  end_reason: z.enum(endReasons),
  reason: text.optional(),
  amounts: bulk.shape.amounts.optional(),
});

const terms = z.object({
  cadence: z.enum(cadences),
  rev_share_bp: z.int().nullable(),
  fixed_amount: z.int().nullable(),
  tiers: z.array(z.object({ from: z.int(), rate_bp: z.int() })).nullable(),
  currency,
  start_date: storedDay,
});

/** The values of a notice by its type, as the database stores them. Amounts in minor units. */
const stored = z.discriminatedUnion("type", [
  z.object({ type: z.literal("deal_created"), params: single }),
  z.object({ type: z.literal("commission_paid"), params: z.union([bulk, single]) }),
  z.object({ type: z.literal("commission_reversed"), params: single }),
  z.object({
    type: z.literal("terms_changed"),
    params: z.object({ before: terms.nullable(), after: terms }),
  }),
  z.object({ type: z.literal("lead_lost"), params: z.union([lost, manyLost]) }),
  z.object({ type: z.literal("deal_ended"), params: ended }),
  z.object({ type: z.literal("deal_resumed"), params: resumed }),
  z.object({
    type: z.literal("lead_created"),
    params: z.object({ lead_id: z.uuid(), company: text, affiliate: text }),
  }),
  z.object({
    type: z.literal("affiliate_joined"),
    params: z.object({ affiliate_id: z.uuid(), affiliate: text }),
  }),
  z.object({ type: z.literal("member_joined"), params: z.object({ email: text }) }),
  z.object({
    type: z.literal("webhook_disabled"),
    params: z.object({ host: text, because: z.enum(["gone", "failing"]) }),
  }),
  z.object({
    type: z.literal("billing"),
    params: z.object({ about: z.enum(billingMatters), date: storedDay }),
  }),
  z.object({
    type: z.literal("security"),
    params: z.object({ about: z.enum(ownerAlerts), subject: text, by: text }),
  }),
]);

/** A notice as the database returns it. */
export interface StoredNotice {
  id: string;
  affiliateId: string | null;
  userId: string | null;
  type: string;
  params: unknown;
}

/** The values of a notice as the database stores them. */
export function paramsOf(notice: Notice): object {
  switch (notice.type) {
    case "terms_changed":
      return { before: notice.before && storedTerms(notice.before), after: storedTerms(notice.after) };
    case "lead_lost":
      return {
        ...("companies" in notice
          ? ({ companies: notice.companies } satisfies z.input<typeof manyLost>)
          : ({ lead_id: notice.leadId, company: notice.company } satisfies z.input<typeof lost>)),
        ...(notice.reason && { reason: notice.reason }),
      };
    case "deal_ended": {
      const { dealId, company, deal, day, endReason, reason, amounts } = notice;
      return {
        deal_id: dealId,
        company,
        deal,
        day,
        end_reason: endReason,
        ...(reason && { reason }),
        ...(amounts && { amounts }),
      } satisfies z.input<typeof ended>;
    }
    case "deal_resumed":
      return {
        deal_id: notice.dealId,
        company: notice.company,
        deal: notice.deal,
      } satisfies z.input<typeof resumed>;
    case "lead_created":
      return { lead_id: notice.leadId, company: notice.company, affiliate: notice.affiliate };
    case "affiliate_joined":
      return { affiliate_id: notice.joinedId, affiliate: notice.affiliate };
    case "member_joined":
      return { email: notice.email };
    case "webhook_disabled":
      return { host: notice.host, because: notice.because };
    case "billing":
      return { about: notice.about, date: notice.date };
    case "security":
      return { about: notice.about, subject: notice.subject, by: notice.by };
    default:
      return moneyParams(notice);
  }
}

function moneyParams(notice: Extract<Notice, { type: "deal_created" | `commission_${string}` }>): object {
  if ("payments" in notice) {
    const { payments, amounts, oneOff } = notice;
    return { payments, amounts, oneOff } satisfies z.input<typeof bulk>;
  }
  const { dealId, company, deal, commission, monthly, period, reason } = notice;
  return {
    deal_id: dealId,
    company,
    deal,
    ...commission,
    monthly,
    period: period ?? null,
    ...(reason && { reason }),
  } satisfies z.input<typeof single>;
}

/** A notice as the database returns it; null, with a line in the log, when it cannot be read. */
export function readStoredNotice(row: StoredNotice, log: Log): Notice | null {
  const read = stored.safeParse({ type: row.type, params: row.params });
  if (read.success) return noticeOf(read.data, row);
  log.error({ err: read.error, notification_id: row.id }, "a stored notice cannot be read");
  return null;
}

function noticeOf({ type, params }: z.output<typeof stored>, row: StoredNotice): Notice {
  const affiliateId = row.affiliateId ?? "";
  const userId = row.userId ?? "";
  switch (type) {
    case "terms_changed":
      return {
        affiliateId,
        type,
        before: params.before && readTerms(params.before),
        after: readTerms(params.after),
      };
    case "lead_lost": {
      const why = params.reason ? { reason: params.reason } : {};
      if ("companies" in params) return { affiliateId, type, companies: params.companies, ...why };
      return { affiliateId, type, leadId: params.lead_id, company: params.company, ...why };
    }
    case "deal_ended": {
      const { deal_id: dealId, company, deal, day, end_reason: endReason, reason, amounts } = params;
      return {
        affiliateId,
        type,
        dealId,
        company,
        deal,
        day,
        endReason,
        ...(reason && { reason }),
        ...(amounts && { amounts }),
      };
    }
    case "deal_resumed":
      return { affiliateId, type, dealId: params.deal_id, company: params.company, deal: params.deal };
    case "lead_created":
      return { userId, type, leadId: params.lead_id, company: params.company, affiliate: params.affiliate };
    case "affiliate_joined":
      return { userId, type, joinedId: params.affiliate_id, affiliate: params.affiliate };
    case "member_joined":
      return { userId, type, email: params.email };
    case "webhook_disabled":
      return { userId, type, ...params };
    case "billing":
      return { userId, type, ...params };
    case "security":
      return { userId, type, ...params };
    default: {
      if ("payments" in params) return { affiliateId, type: "commission_paid", ...params };
      const { deal_id: dealId = null, company, deal, amount, currency, monthly, period, reason } = params;
      return {
        affiliateId,
        type,
        dealId,
        company,
        deal,
        commission: { amount, currency },
        monthly,
        ...(period && { period }),
        ...(reason && { reason }),
      };
    }
  }
}

function storedTerms(rules: TermRules): z.input<typeof terms> {
  return {
    cadence: rules.cadence,
    rev_share_bp: rules.revShareBp,
    fixed_amount: rules.fixedAmount,
    tiers: rules.tiers && tiersToDatabase(rules.tiers),
    currency: rules.currency,
    start_date: rules.startDate,
  };
}

function readTerms(read: z.output<typeof terms>): TermRules {
  return {
    cadence: read.cadence,
    revShareBp: read.rev_share_bp,
    fixedAmount: read.fixed_amount,
    tiers: tiersFromDatabase(read.tiers),
    currency: read.currency,
    startDate: read.start_date,
  };
}
