import { Form } from "@remix-run/react";
import { CalendarSync } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import type { DealView } from "~/domain/deals/deal-view";
import { useFormat } from "~/web/use-format";
import { pathOfTab } from "./lead-tabs";

/** What a cell says first, and below it what explains it. */
export function TwoLines({ first, second }: { first: string; second?: ReactNode }) {
  return (
    <>
      {first}
      {second && <span className="block text-xs font-normal whitespace-normal text-muted">{second}</span>}
    </>
  );
}

/** Whether the commission is paid; that of a recurring deal is paid month by month. */
export function PaidBadge({ deal }: { deal: DealView }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (deal.type === "recurring") {
    return (
      <StatusBadge tone="info" icon={CalendarSync} hint={t("deals.in_months_hint")}>
        {t("deals.in_months")}
      </StatusBadge>
    );
  }
  if (!deal.paid) {
    return (
      <StatusBadge tone="warning" hint={t("deals.open_hint")}>
        {t("deals.open")}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="success">
      {deal.paymentDate ? t("deals.paid_on", { date: format.day(deal.paymentDate) }) : t("deals.paid")}
    </StatusBadge>
  );
}

/** Mark paid, or the way to the payments of a recurring deal. */
export function DealAction({ deal }: { deal: DealView }) {
  const { t } = useTranslation("leads");
  if (deal.type === "recurring") {
    return (
      <ButtonLink to="/commissions" variant="ghost" size="sm" className="-ml-2.5 max-md:-mr-2.5">
        {t("deals.to_payments")}
      </ButtonLink>
    );
  }
  if (deal.paid) return null;
  return (
    <Form method="post" action={pathOfTab("deals")} preventScrollReset className="-mx-1">
      <input type="hidden" name="deal_id" value={deal.id} />
      <SubmitButton name="intent" value="mark-paid" variant="secondary" size="sm">
        {t("deals.mark_paid")}
      </SubmitButton>
    </Form>
  );
}
