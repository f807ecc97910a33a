import { z } from "zod";
import type { Log } from "../shared/scope";
import { endReasons } from "../deals/deal-end";
import { namesOf } from "../shared/field-list";
import { boundedText, storedDay } from "../shared/fields";
import { cadences, dueWhens, type TermRules } from "../terms/term";
import { tiersFromDatabase, tiersToDatabase } from "../terms/tiers";
import { either, facts, plain, type Facts } from "./notice-facts";
import { ownerAlerts } from "./owner-alert";
import { issuedFacts, neededFacts, paidFacts, returnedFacts } from "./payout-facts";

// The catalog of notifications: the receiver of each type, the topic that switches its email off, and its facts. The
// database stores the facts as values; i18n/notice-words writes them in the reader's language.

const text = boundedText(10_000);
const currency = boundedText(100);
const amounts = z.array(z.object({ amount: z.int(), currency }));

/** A won deal or one commission. */
const single = facts(
  z.object({
    /** Missing in notifications stored before this field existed. */
    deal_id: z.uuid().nullish(),
    company: text,
    deal: text,
    amount: z.int(),
    currency,
    monthly: z.boolean(),
    period: storedDay.nullable(),
    reason: text.optional(),
  }),
  ({ deal_id: dealId = null, company, deal, amount, currency, monthly, period, reason }) => ({
    dealId,
    company,
    deal,
    commission: { amount, currency },
    /** Whether it is a monthly commission. */
    monthly,
    /** The month of a monthly payment. */
    ...(period && { period: period as string }),
    /** The reason why the payment was reversed. */
    ...(reason && { reason }),
  }),
  ({ dealId, company, deal, commission, monthly, period = null, reason }) => ({
    deal_id: dealId,
    company,
    deal,
    ...commission,
    monthly,
    period,
    ...(reason && { reason }),
  }),
);

/** Several commissions that were paid together. */
const bulk = plain({
  /** At least 2. */
  payments: z.int(),
  /** Sums, one per currency. */
  amounts,
  /** Whether there are one-off commissions among them. */
  oneOff: z.boolean(),
});

const lost = facts(
  z.object({ lead_id: z.uuid(), company: text, reason: text.optional() }),
  ({ lead_id: leadId, company, reason }) => ({ leadId, company, ...(reason && { reason }) }),
  ({ leadId, company, reason }) => ({ lead_id: leadId, company, ...(reason && { reason }) }),
);

/** Several leads that were marked as lost, or deleted, together; the companies of at least 2. */
const manyLost = facts(
  z.object({ companies: z.array(text), reason: text.optional() }),
  ({ companies, reason }) => ({ companies, ...(reason && { reason }) }),
  ({ companies, reason }) => ({ companies, ...(reason && { reason }) }),
);

/** A lead that an affiliate has submitted and no longer sees. */
const gone = plain({ company: text, reason: text.optional() });

const deal = z.object({ deal_id: z.uuid(), company: text, deal: text });

const ended = facts(
  deal.extend({
    day: storedDay,
    end_reason: z.enum(endReasons),
    reason: text.optional(),
    amounts: amounts.optional(),
  }),
  ({ deal_id: dealId, company, deal, day, end_reason: endReason, reason, amounts }) => ({
    dealId,
    company,
    deal,
    /** The first day on which the deal no longer runs. */
    day,
    endReason,
    /** The explanation given by staff. */
    ...(reason && { reason }),
    /** Sums owed back, one per currency. */
    ...(amounts && { amounts }),
  }),
  ({ dealId, company, deal, day, endReason, reason, amounts }) => ({
    deal_id: dealId,
    company,
    deal,
    day,
    end_reason: endReason,
    ...(reason && { reason }),
    ...(amounts && { amounts }),
  }),
);

const resumed = facts(
  deal,
  ({ deal_id: dealId, company, deal }) => ({ dealId, company, deal }),
  ({ dealId, company, deal }) => ({ deal_id: dealId, company, deal }),
);

const storedTerms = z.object({
  cadence: z.enum(cadences),
  rev_share_bp: z.int().nullable(),
  fixed_amount: z.int().nullable(),
  tiers: z.array(z.object({ from: z.int(), rate_bp: z.int() })).nullable(),
  currency,
  // Notifications from before these rules have neither.
  due_when: z.enum(dueWhens).default("period"),
  holding_days: z.int().default(0),
  start_date: storedDay,
});

const readTerms = (read: z.output<typeof storedTerms>): TermRules => ({
  cadence: read.cadence,
  revShareBp: read.rev_share_bp,
  fixedAmount: read.fixed_amount,
  tiers: tiersFromDatabase(read.tiers),
  currency: read.currency,
  dueWhen: read.due_when,
  holdingDays: read.holding_days,
  startDate: read.start_date,
});

const storeTerms = (rules: TermRules): z.input<typeof storedTerms> => ({
  cadence: rules.cadence,
  rev_share_bp: rules.revShareBp,
  fixed_amount: rules.fixedAmount,
  tiers: rules.tiers && tiersToDatabase(rules.tiers),
  currency: rules.currency,
  due_when: rules.dueWhen,
  holding_days: rules.holdingDays,
  start_date: rules.startDate,
});

/** The terms from a day on; `before` is null for the first terms. */
const changedTerms = facts(
  z.object({ before: storedTerms.nullable(), after: storedTerms }),
  ({ before, after }) => ({ before: before && readTerms(before), after: readTerms(after) }),
  ({ before, after }) => ({ before: before && storeTerms(before), after: storeTerms(after) }),
);

const submitted = facts(
  z.object({ lead_id: z.uuid(), company: text, affiliate: text }),
  ({ lead_id: leadId, company, affiliate }) => ({ leadId, company, affiliate }),
  ({ leadId, company, affiliate }) => ({ lead_id: leadId, company, affiliate }),
);

/** What somebody has written about a lead, and their name. */
const written = facts(
  z.object({ lead_id: z.uuid(), company: text, by: text, text }),
  ({ lead_id: leadId, ...rest }) => ({ leadId, ...rest }),
  ({ leadId, ...rest }) => ({ lead_id: leadId, ...rest }),
);

/** An affiliate accepted the invitation. `joinedId` is the affiliate's id. */
const joined = facts(
  z.object({ affiliate_id: z.uuid(), affiliate: text }),
  ({ affiliate_id: joinedId, affiliate }) => ({ joinedId, affiliate }),
  ({ joinedId, affiliate }) => ({ affiliate_id: joinedId, affiliate }),
);

/** Events of the subscription that owners are notified of. */
const billingMatters = [
  "trial_ending",
  "trial_over",
  "payment_failed",
  "paid_twice",
  "subscription_canceled",
  "subscription_unpaid",
] as const;

/** An entry of the catalog. Without a topic (null), the email cannot be switched off. */
const toAffiliate = <F, T extends string | null>(topic: T, facts: Facts<F>) =>
  ({ to: "affiliate", topic, facts }) as const;
const toStaff = <F, T extends string | null>(topic: T, facts: Facts<F>) => ({ to: "staff", topic, facts }) as const;

const notices = {
  deal_created: toAffiliate("deal_created", single),
  deal_ended: toAffiliate("deal_created", ended),
  deal_resumed: toAffiliate("deal_created", resumed),
  commission_paid: toAffiliate("commission_paid", either("payments", bulk, single)),
  commission_reversed: toAffiliate("commission_paid", single),
  payout_paid: toAffiliate("commission_paid", plain(paidFacts)),
  payout_returned: toAffiliate(null, plain(returnedFacts)),
  statement_issued: toAffiliate("commission_paid", plain(issuedFacts)),
  invoice_needed: toAffiliate("commission_paid", plain(neededFacts)),
  lead_lost: toAffiliate("lead_lost", either("companies", manyLost, lost)),
  lead_deleted: toAffiliate("lead_lost", either("companies", manyLost, gone)),
  lead_merged: toAffiliate("lead_lost", plain({ company: text })),
  terms_changed: toAffiliate(null, changedTerms),
  objection_answered: toAffiliate(null, plain({ payoutId: z.uuid(), number: text, answer: text })),
  // Cannot be switched off, because without another invoice they are not paid. `number` is that of the statement.
  invoice_refused: toAffiliate(null, plain({ payoutId: z.uuid(), number: text, reason: text })),
  message_received: toAffiliate("message_received", written),
  lead_created: toStaff("lead_created", submitted),
  message_answered: toStaff("message_answered", written),
  mentioned: toStaff("mentioned", written),
  // Only numbers: the email reads the leads when it is sent, and the list shows them as they are.
  leads_due: toStaff("leads_due", plain({ overdue: z.int(), today: z.int() })),
  affiliate_joined: toStaff("affiliate_joined", joined),
  invoice_submitted: toStaff(
    "invoice_submitted",
    plain({ runId: z.uuid(), payoutId: z.uuid(), affiliate: text, number: text }),
  ),
  objection_raised: toStaff(null, plain({ payoutId: z.uuid(), number: text, affiliate: text, reason: text })),
  // The address of the invitation instead of the name, because the account may belong to a stranger who signed up with
  // the address before.
  member_joined: toStaff("affiliate_joined", plain({ email: text })),
  // `gone`: the receiver responded that the address no longer exists. `failing`: no delivery has succeeded for days.
  webhook_disabled: toStaff(null, plain({ host: text, because: z.enum(["gone", "failing"]) })),
  // The date is the end of the trial; the last day of the data after a subscription; else the day of the event.
  billing: toStaff(null, plain({ about: z.enum(billingMatters), date: storedDay })),
  // `subject` is an address, a name or a host, "" for the organization; `by` is the name of the actor, "" for the
  // operator and for outsiders.
  security: toStaff(null, plain({ about: z.enum(ownerAlerts), subject: text, by: text })),
};

type Catalog = typeof notices;
type NoticeType = keyof Catalog;
type TypeTo<R> = { [T in NoticeType]: Catalog[T]["to"] extends R ? T : never }[NoticeType];
type FactsOf<T extends NoticeType> = Catalog[T]["facts"] extends Facts<infer F> ? F : never;

/** A notification of one type, by its receiver. */
export type NoticeOf<T extends NoticeType> = {
  [One in T]: { type: One } & (One extends TypeTo<"affiliate"> ? { affiliateId: string } : { userId: string }) &
    FactsOf<One>;
}[T];

export type AffiliateNotification = NoticeOf<TypeTo<"affiliate">>;
export type StaffNotification = NoticeOf<TypeTo<"staff">>;
export type NotificationContent = AffiliateNotification | StaffNotification;

export const isStaffNotice = (notice: NotificationContent): notice is StaffNotification => "userId" in notice;

/** Topics of the emails that a user can switch off. */
export type MailTopic = NonNullable<Catalog[NoticeType]["topic"]>;

const topicsTo = (receiver: Catalog[NoticeType]["to"]): MailTopic[] => [
  ...new Set(Object.values(notices).flatMap(({ to, topic }) => (to === receiver && topic ? [topic] : []))),
];

export const staffTopics = topicsTo("staff");
export const affiliateTopics = topicsTo("affiliate");
export const mailTopics = [...staffTopics, ...affiliateTopics];

/** Returns the topic of a notification's email; null if the email cannot be switched off. */
export const topicOf = ({ type }: NotificationContent): MailTopic | null => notices[type].topic;

/** A receiver who can switch emails off: a user who works for the organization, or one of its affiliates. */
export interface MailReceiver {
  userId: string;
  affiliateId: string | null;
}

/** A notification as the database returns it. */
interface StoredNotice {
  id: string;
  affiliateId: string | null;
  userId: string | null;
  type: string;
  params: unknown;
}

/** Returns the facts of a notification as the database stores them. */
export const paramsOf = (notice: NotificationContent): object =>
  (notices[notice.type].facts as unknown as Facts<NotificationContent>).store(notice);

/** Reads a stored notification. Returns null and logs an error if it cannot be read. */
export function readStoredNotice(row: StoredNotice, log: Log): NotificationContent | null {
  const type = namesOf(notices).find((name) => name === row.type);
  const { success, data, error } = type
    ? notices[type].facts.read.safeParse(row.params)
    : z.never().safeParse(row.type);
  if (success && type) {
    const receiver =
      notices[type].to === "affiliate" ? { affiliateId: row.affiliateId ?? "" } : { userId: row.userId ?? "" };
    return { type, ...receiver, ...data } as NotificationContent;
  }
  log.error({ err: error, notification_id: row.id }, "stored notification rejected: invalid format");
  return null;
}
