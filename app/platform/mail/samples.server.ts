import { day, formatDay, formatMonth } from "~/domain/shared/dates";
import { formatMoney } from "~/domain/shared/money";
import type { Language } from "~/i18n/languages";
import type { OutgoingLinks } from "~/paths/outgoing";
import { noticeMail } from "./notice-mail.server";
import { mailTexts } from "./texts.server";
import { composeMail, type MailContent } from "./compose.server";
import { mailKinds, type MailKind } from "~/i18n/mail-kinds";

/** Composes an email of a kind with sample values for a preview. Its links do not work. */
export async function sampleMail(kind: MailKind, language: Language, links: OutgoingLinks): Promise<MailContent> {
  const list = new Intl.ListFormat(language, { type: "conjunction" });
  const money = (amount: number, currency: string) => formatMoney(amount, currency, language);
  const t = await mailTexts(language);
  const several = kind === "commission_paid_many" || kind === "commission_paid_mixed";
  const mutable: MailKind[] = mailKinds.filter((one) =>
    /^(deal|commission|lead|affiliate|statement)_|^payout_paid|_joined$/.test(one),
  );
  const ours: MailKind[] = [
    "confirm",
    "sign-in",
    "reset",
    "factor_on",
    "factor_changed",
    "factor_off",
    "recovery_used",
    "factor_failed",
    "new-email",
    "keep-email",
    "password_changed",
    "email_changed",
    "name_changed",
    "member_removed",
    "account_deleted",
    "access_ended",
    "deletion_near",
    "trial_ending",
    "trial_over",
    "payment_failed",
    "paid_twice",
    "subscription_canceled",
    "subscription_unpaid",
  ];
  const hasSender = !ours.includes(kind);
  const values = {
    name: "Miriam Vogel",
    ...(hasSender && { organization: "Nordlicht Media GmbH" }),
    agency: "Nordlicht Media GmbH",
    company: "Bäckerei Sommer & Töchter KG",
    deal: "Online-Shop 2027",
    commission: several ? list.format([money(148_250, "EUR"), money(32_000, "CHF")]) : money(42_500, "EUR"),
    amount: money(119_000, "EUR"),
    vat: money(19_000, "EUR"),
    number: "AB-2026-0042",
    payments: "12",
    leads: "3",
    overdue: "2",
    today: "1",
    companies: "Kaffeewerk Nord, Holzbau Winter, Studio Lindgren",
    period: formatMonth(day("2026-11-01"), language),
    reason: "Doppelte Überweisung",
    date: formatDay(day("2027-01-01"), language),
    kept: formatDay(day("2027-01-31"), language),
    affiliate: "Lena Brandt",
    by: "Jana Keller",
    text: "Die Entscheidung fällt am Freitag.\nBitte rufen Sie vorher an.",
    email: "lena.brandt@nordlicht-media.example",
    why: t("paused_because.trial"),
    answer: "Der Satz von 19 % ist richtig.",
    host: "hooks.zapier.com",
    account: "DE •••• 3000",
    what: t("notices:security.member_promoted", { subject: "lena.brandt@nordlicht-media.example" }),
    who: t("notices:security.by", { by: "Miriam Vogel" }),
  };
  const facts = kind === "terms_changed" || kind === "terms_first" ? await sampleChanges(kind, language) : [];
  return composeMail(language, kind, values, links.oneTime("sample"), {
    facts,
    imprintUrl: links.imprint(),
    contact: links.contact(),
    unsubscribeUrl: mutable.includes(kind) ? links.unsubscribe("sample") : null,
  });
}

async function sampleChanges(kind: "terms_changed" | "terms_first", language: Language) {
  const rules = { dueWhen: "customer_paid", holdingDays: 14 } as const;
  const shared = { cadence: "monthly", currency: "EUR", ...rules, startDate: day("2027-01-01") } as const;
  const before = { ...shared, revShareBp: 1_000, fixedAmount: null, tiers: null };
  const tiers = [
    { from: 0, rateBp: 1_000 },
    { from: 1_000_000, rateBp: 1_250 },
  ];
  const after = { ...shared, revShareBp: null, fixedAmount: null, tiers };
  const notice = { affiliateId: "", type: "terms_changed" as const, after };
  return (await noticeMail(language, { ...notice, before: kind === "terms_first" ? null : before })).facts;
}
