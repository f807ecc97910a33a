import type { TFunction } from "i18next";
import type { EndedNotice, Notice, SecurityNotice, SingleNotice, TermsNotice } from "~/domain/notifications/notice";
import { isOfAccount } from "~/domain/notifications/owner-alert";
import type { Day } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";
import { modelOf, type TermRules } from "~/domain/terms/term";

/** How the reader writes numbers and dates. */
export interface NoticeFormat {
  money(money: Money): string;
  percent(basisPoints: number): string;
  day(day: Day): string;
  month(day: Day): string;
  list(parts: string[]): string;
}

/** One field of terms that is another now. */
export interface TermChange {
  label: string;
  /** Null when there was nothing. */
  before: string | null;
  /** Null when there is nothing any more. */
  after: string | null;
}

export interface NoticeWords {
  title: string;
  /** May be empty. */
  text: string;
  changes: TermChange[];
}

/** A notice in its reader's words. `t` has to know the texts `notices`. */
export function noticeWords(t: TFunction, notice: Notice, format: NoticeFormat): NoticeWords {
  const say = (key: string, values: object, more: Partial<NoticeWords> = {}): NoticeWords => ({
    title: t(`notices:${key}.title`, { ...values }),
    text: t(`notices:${key}.text`, { ...values }),
    changes: [],
    ...more,
  });
  switch (notice.type) {
    case "terms_changed": {
      const date = format.day(notice.after.startDate);
      return say(
        notice.before ? "terms_changed" : "terms_first",
        { date },
        { changes: termChanges(t, notice, format) },
      );
    }
    case "lead_lost":
      if ("companies" in notice) {
        const { companies, reason } = notice;
        const values = { count: companies.length, companies: listed(companies), reason };
        return say(reason ? "lead_lost_many_because" : "lead_lost_many", values);
      }
      return say(notice.reason ? "lead_lost_because" : "lead_lost", notice);
    case "deal_ended":
      return say(notice.type, { ...notice, date: format.day(notice.day) }, { changes: endFacts(t, notice, format) });
    case "deal_resumed":
      return say(notice.type, notice);
    case "lead_created":
    case "affiliate_joined":
    case "member_joined":
      return say(notice.type, notice);
    case "webhook_disabled":
      return say(`webhook_${notice.because}`, notice);
    case "billing":
      return say(notice.about, { date: format.day(notice.date) });
    case "security": {
      const { about, subject } = notice;
      return {
        title: t(`notices:security.${about}`, { subject }),
        text: whoText(t, notice),
        changes: [],
      };
    }
    default: {
      if ("payments" in notice) {
        const commission = format.list(notice.amounts.map(format.money));
        return say("commission_paid_many", { count: notice.payments, commission });
      }
      return say(singleKey(notice), {
        ...notice,
        commission: format.money(notice.commission),
        period: notice.period ? format.month(notice.period as Day) : "",
      });
    }
  }
}

/** Why it ends, what staff say about it, and what is owed back. */
function endFacts(t: TFunction, notice: EndedNotice, format: NoticeFormat): TermChange[] {
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

/** Who did it; of an owner's own account, what to do. */
function whoText(t: TFunction, { about, by }: SecurityNotice): string {
  if (isOfAccount(about)) return t("notices:security.account");
  if (about === "member_left" || about === "affiliate_left") return t("notices:security.self");
  return t("notices:security.by", { by: by || t("notices:security.operator") });
}

/** Names in a sentence: all, or the first ones. */
export const listed = (names: readonly string[], most = 5): string =>
  names.slice(0, most).join(", ") + (names.length > most ? ", …" : "");

const singleKey = ({ type, monthly }: SingleNotice) => (monthly ? `${type}_monthly` : type);

/** What is another now, field by field; of first terms everything they say. The day they begin is in the title. */
export function termChanges(t: TFunction, { before, after }: TermsNotice, format: NoticeFormat): TermChange[] {
  const [old, now] = [before && termTexts(t, before, format), termTexts(t, after, format)];
  return TERM_FIELDS.filter((field) => (old?.[field] ?? null) !== now[field]).map((field) => ({
    label: t(`notices:fields.${field}`),
    before: old?.[field] ?? null,
    after: now[field],
  }));
}

/** A change in one line: "10 % → 12 %"; of what was not there before only what it is now. */
export function changeText(t: TFunction, { before, after }: TermChange): string {
  const none = "–";
  if (before === null) return after ?? none;
  return t("notices:change", { before, after: after ?? none });
}

const TERM_FIELDS = ["model", "rev_share", "fixed", "tiers", "cadence"] as const;

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
  };
}
