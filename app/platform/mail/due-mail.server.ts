import type { readDueLeads } from "~/domain/leads/remind-due.server";
import type { Language } from "~/i18n/languages";
import { mailFormat, type NoticeMail } from "./notice-mail.server";
import { mailTexts } from "./texts.server";

/** Returns the morning email about a member's leads (WORK-07), in their language: each lead with its next step. */
export async function dueMail(
  language: Language,
  { leads, more, overdue, today }: Awaited<ReturnType<typeof readDueLeads>>,
): Promise<NoticeMail> {
  const t = await mailTexts(language);
  const { day } = mailFormat(language);
  const all = leads.length + more;
  const count = String(all);
  const facts = leads.map(({ company, nextStep, nextStepOn }) => ({
    label: company,
    value: `${nextStep} – ${nextStepOn < today ? t("mail:leads_due_since", { date: day(nextStepOn) }) : t("mail:leads_due_now")}`,
  }));
  const rest =
    more > 0 ? [{ label: t("mail:leads_due_more", { count: more }), value: t("mail:leads_due_in_list") }] : [];
  return {
    kind: "leads_due",
    values: { count, overdue: String(overdue), today: String(all - overdue) },
    facts: [...facts, ...rest],
  };
}
