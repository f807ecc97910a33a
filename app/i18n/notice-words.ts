import type { TFunction } from "i18next";
import type { NotificationContent, NoticeOf } from "~/domain/notifications/notice";
import { isOfAccount } from "~/domain/notifications/owner-alert";
import type { Day } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";
import { modelOf, type TermRules } from "~/domain/terms/term";
import type { MailKind } from "./mail-kinds";
import type noticeJson from "./en/notices.json";

/** Formats for numbers and dates in the reader's language. */
export interface NoticeFormat {
  money(money: Money): string;
  percent(basisPoints: number): string;
  day(day: Day): string;
  month(day: Day): string;
  list(parts: string[]): string;
}

/** One changed field of the terms. */
export interface TermChange {
  label: string;
  /** Null if the field was empty. */
  before: string | null;
  /** Null if the field is empty now. */
  after: string | null;
}

export interface NoticeWords {
  title: string;
  /** May be empty. */
  text: string;
  changes: TermChange[];
}

type NoticeType = NotificationContent["type"];
type SinglePayment = Exclude<NoticeOf<"commission_paid">, { payments: number }>;

/** Keys of a notification's texts in `notices` and `mail`, and the values of their placeholders. */
interface NoticeTexts {
  key: keyof typeof noticeJson;
  mail: MailKind;
  values: Record<string, string | number>;
}

/** Returns texts that have the same key in both namespaces. */
const same = (key: NoticeTexts["key"] & MailKind, values: NoticeTexts["values"]): NoticeTexts => ({
  key,
  mail: key,
  values,
});

const textsOf: { [T in NoticeType]: (notice: NoticeOf<T>, format: NoticeFormat, names?: number) => NoticeTexts } = {
  deal_created: single,
  commission_paid: (notice, format) => {
    if (!("payments" in notice)) return single(notice, format);
    const { payments, amounts, oneOff } = notice;
    const commission = format.list(amounts.map(format.money));
    const mail = oneOff ? "commission_paid_mixed" : "commission_paid_many";
    return { key: "commission_paid_many", mail, values: { count: payments, payments, commission } };
  },
  commission_reversed: single,
  payout_paid: ({ gross, vat, currency, number }, { money }) =>
    same(vat > 0 ? "payout_paid_vat" : "payout_paid", {
      amount: money({ amount: gross, currency }),
      vat: money({ amount: vat, currency }),
      number,
    }),
  payout_returned: ({ type, gross, currency, number, reason }, { money }) =>
    same(type, { amount: money({ amount: gross, currency }), number, reason }),
  statement_issued: ({ type, number, until }, { day }) => same(type, { number, date: day(until) }),
  terms_changed: ({ before, after }, format) =>
    same(before ? "terms_changed" : "terms_first", { date: format.day(after.startDate) }),
  lead_lost: goneTexts,
  lead_deleted: goneTexts,
  lead_merged: ({ type, company }) => same(type, { company }),
  deal_ended: ({ type, company, deal, day }, format) => same(type, { company, deal, date: format.day(day) }),
  deal_resumed: ({ type, company, deal }) => same(type, { company, deal }),
  objection_raised: ({ type, number, affiliate, reason }) => same(type, { number, affiliate, reason }),
  objection_answered: ({ type, number, answer }) => same(type, { number, answer }),
  lead_created: ({ type, company, affiliate }) => same(type, { company, affiliate }),
  message_received: writtenTexts,
  message_answered: writtenTexts,
  mentioned: writtenTexts,
  leads_due: ({ overdue, today }) => {
    const values = { count: overdue + today, overdue, today };
    const key = overdue === 0 ? "leads_due_today" : today === 0 ? "leads_due_overdue" : "leads_due_both";
    return { key, mail: "leads_due", values };
  },
  affiliate_joined: ({ type, affiliate }) => same(type, { affiliate }),
  invoice_needed: ({ type, gross, currency, number }, { money }) =>
    same(type, { amount: money({ amount: gross, currency }), number }),
  invoice_submitted: ({ type, affiliate, number }) => same(type, { affiliate, number }),
  invoice_refused: ({ type, number, reason }) => same(type, { number, reason }),
  member_joined: ({ type, email }) => same(type, { email }),
  webhook_disabled: ({ because, host }) => same(`webhook_${because}`, { host }),
  billing: ({ about, date }, format) => same(about, { date: format.day(date) }),
  // Title and text have separate keys.
  security: ({ subject }) => ({ key: "security", mail: "owner_alert", values: { subject } }),
};

function writtenTexts(notice: NoticeOf<"message_received" | "message_answered" | "mentioned">): NoticeTexts {
  const { type, company, by, text } = notice;
  return same(type, { company, by, text });
}

function goneTexts(notice: NoticeOf<"lead_lost" | "lead_deleted">, _format: NoticeFormat, names?: number): NoticeTexts {
  const { type, reason = "" } = notice;
  const because = reason ? "_because" : "";
  if (!("companies" in notice)) return same(`${type}${because}`, { company: notice.company, reason });
  const count = notice.companies.length;
  const companies = listed(notice.companies, names);
  return same(`${type}_many${because}`, { count, leads: count, companies, reason });
}

function single(notice: NoticeOf<"deal_created" | "commission_reversed"> | SinglePayment, format: NoticeFormat) {
  const { type, company, deal, commission, monthly, period, reason = "" } = notice;
  return same(monthly ? `${type}_monthly` : type, {
    company,
    deal,
    commission: format.money(commission),
    period: period ? format.month(period as Day) : "",
    reason,
  });
}

/** Returns the keys and values of a notification's texts. `names` limits how many names a sentence lists. */
export function noticeTexts<T extends NoticeType>(notice: NoticeOf<T>, format: NoticeFormat, names?: number) {
  return textsOf[notice.type](notice, format, names);
}

/** Returns the texts of a notification. `t` must have loaded the namespace `notices`. */
export function notificationTexts(t: TFunction, notice: NotificationContent, format: NoticeFormat): NoticeWords {
  if (notice.type === "security") {
    const { about, subject } = notice;
    const key: keyof typeof noticeJson.security = about;
    return { title: t(`notices:security.${key}`, { subject }), text: whoText(t, notice), changes: [] };
  }
  const { key, values } = noticeTexts(notice, format);
  return {
    title: t(`notices:${key}.title`, values),
    text: t(`notices:${key}.text`, values),
    changes: changesOf(t, notice, format),
  };
}

/** Returns the changes listed below the text. */
function changesOf(t: TFunction, notice: NotificationContent, format: NoticeFormat): TermChange[] {
  if (notice.type === "terms_changed") return termChanges(t, notice, format);
  return notice.type === "deal_ended" ? endFacts(t, notice, format) : [];
}

/** Returns why a deal ends, the staff's note, and the amount owed back. */
function endFacts(t: TFunction, notice: NoticeOf<"deal_ended">, format: NoticeFormat): TermChange[] {
  const { endReason, reason, amounts } = notice;
  const facts = [
    ["end_reason", t(`notices:end_reasons.${endReason}`)],
    ["end_note", reason],
    ["owed_back", amounts && format.list(amounts.map(format.money))],
  ] as const;
  return facts.flatMap(([field, after]) =>
    after ? [{ label: t(`notices:fields.${field}`), before: null, after }] : [],
  );
}

/** Returns who acted; for an owner's own account, what to do. */
function whoText(t: TFunction, { about, by }: NoticeOf<"security">): string {
  if (isOfAccount(about)) return t("notices:security.account");
  if (about === "account_entered") return t("notices:security.check_account");
  if (about === "member_left" || about === "affiliate_left") return t("notices:security.self");
  return t("notices:security.by", { by: by || t("notices:security.operator") });
}

/** Joins names for a sentence, at most `most` of them. */
const listed = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(", ") + (names.length > most ? ", …" : "");

/** Returns the changed fields, or all fields of the first terms. The start date is in the title. */
function termChanges(t: TFunction, { before, after }: NoticeOf<"terms_changed">, format: NoticeFormat): TermChange[] {
  const [old, now] = [before && termTexts(t, before, format), termTexts(t, after, format)];
  return TERM_FIELDS.filter((field) => (old?.[field] ?? null) !== now[field]).map((field) => ({
    label: t(`notices:fields.${field}`),
    before: old?.[field] ?? null,
    after: now[field],
  }));
}

/** Formats a change in one line: "10 % → 12 %". Without an old value, only the new one. */
export function changeText(t: TFunction, { before, after }: TermChange): string {
  const none = "–";
  if (before === null) return after ?? none;
  return t("notices:change", { before, after: after ?? none });
}

/** Returns when a commission under these terms is due, as a sentence. */
export const dueText = (t: TFunction, { dueWhen, holdingDays }: Pick<TermRules, "dueWhen" | "holdingDays">): string =>
  holdingDays === 0 ? t(`terms:due_when.${dueWhen}`) : t(`terms:due.${dueWhen}_later`, { count: holdingDays });

const TERM_FIELDS = ["model", "rev_share", "fixed", "tiers", "cadence", "due"] as const;

function termTexts(
  t: TFunction,
  terms: TermRules,
  format: NoticeFormat,
): Record<(typeof TERM_FIELDS)[number], string | null> {
  const { currency, revShareBp, fixedAmount, tiers } = terms;
  const money = (amount: number) => format.money({ amount, currency });
  const tierTexts = tiers?.map(({ from, rateBp }) =>
    t("terms:tier", { from: money(from), percent: format.percent(rateBp) }),
  );
  return {
    model: t(`terms:model.${modelOf(terms)}`),
    rev_share: revShareBp === null ? null : format.percent(revShareBp),
    fixed: fixedAmount === null ? null : money(fixedAmount),
    tiers: tierTexts?.join(" · ") ?? null,
    cadence: t(`terms:cadence.${terms.cadence}`),
    due: dueText(t, terms),
  };
}
