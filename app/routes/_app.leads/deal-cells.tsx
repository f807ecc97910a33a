import { Form } from "@remix-run/react";
import { CalendarClock, CalendarSync, CircleSlash } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus } from "~/components/payments/next-focus";
import { StatusBadge } from "~/components/ui/badge";
import { useAddress } from "~/components/ui/use-address";
import type { DealView } from "~/domain/deals/deal-view";
import { useFormat } from "~/web/use-format";
import { leadsPath } from "./lead-view";

/** What a cell says first, and below it what explains it. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      {/* Somebody's long title must not push the other rows away; the deal's dialog shows all of it. */}
      <bdi className="line-clamp-3">{first}</bdi>
      {second && <span className="block text-xs font-normal whitespace-normal text-muted">{second}</span>}
    </>
  );
}

/** How far the commission is paid; that of a recurring deal is paid month by month. */
export function PaidBadge({ deal }: { deal: DealView }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (!deal.paid && deal.commission.amount === 0) {
    return (
      <StatusBadge tone="neutral" icon={CircleSlash}>
        {t("deals.no_commission")}
      </StatusBadge>
    );
  }
  if (deal.type === "recurring") {
    const { paid, due, planned } = deal.progress ?? { paid: 0, due: 0, planned: 0 };
    const total = paid + due + planned;
    const running = { icon: CalendarSync, hint: t("deals.in_months_hint") };
    return (
      <StatusBadge
        tone={due > 0 || total === 0 ? "warning" : planned > 0 ? "info" : "success"}
        {...(planned + due > 0 && running)}
      >
        {total > 0 ? t("deals.months_paid", { paid, total }) : t("deals.in_months")}
      </StatusBadge>
    );
  }
  if (deal.state === "planned") {
    return (
      <StatusBadge tone="info" icon={CalendarClock}>
        {t("deals.planned")}
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

/** Whether the commission of the deal can be marked paid here. */
export const isPayable = (deal: DealView): boolean =>
  deal.type === "one-time" && !deal.paid && deal.commission.amount > 0;

type MarkPaidProps = {
  deal: Pick<DealView, "id">;
  size?: "sm" | "md";
  /** The deal whose button the focus goes on to without JavaScript. */
  next?: Pick<DealView, "id"> | undefined;
};

/** Mark paid, of a one-time deal whose commission is open. */
export function MarkPaid({ deal, size, next }: MarkPaidProps) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  return (
    <Form method="post" action={leadsPath(location)} preventScrollReset className="max-md:grid cards:grid">
      <input type="hidden" name="deal_id" value={deal.id} />
      <NextFocus id={next ? `pay-${next.id}` : "main"} />
      <SubmitButton
        name="intent"
        value="mark-paid"
        variant={size === "sm" ? "secondary" : "primary"}
        size={size}
        id={size === "sm" ? `pay-${deal.id}` : undefined}
      >
        {t("deals.mark_paid")}
      </SubmitButton>
    </Form>
  );
}
