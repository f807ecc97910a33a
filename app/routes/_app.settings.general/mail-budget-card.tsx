import { useTranslation } from "react-i18next";
import { ContactLink } from "~/components/shell/contact-link";
import { Card } from "~/components/ui/card";
import { useFormat } from "~/browser/use-format";

export type MailBudgetCardProps = { perDay: number; sent: number; waiting: number };

/** The number of emails to people who have never signed in, today and at most. */
export function MailBudgetCard({ perDay, sent, waiting }: MailBudgetCardProps) {
  const { t } = useTranslation("settings");
  const { number } = useFormat();
  return (
    <Card title={t("mail_budget.title")} description={t("mail_budget.text")}>
      <p className="font-medium tabular-nums">{t("mail_budget.used", { sent: number(sent), limit: number(perDay) })}</p>
      {waiting > 0 && <p>{t("mail_budget.waiting", { count: waiting, number: number(waiting) })}</p>}
      <p className="text-muted">
        {t("mail_budget.more")}
        <ContactLink />
      </p>
    </Card>
  );
}
