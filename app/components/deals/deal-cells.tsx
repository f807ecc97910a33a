import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { NextFocus, NextRowFocus } from "~/components/payments/next-focus";
import { StatusBadge } from "~/components/ui/badge";
import { useAddress } from "~/components/ui/use-address";
import type { DealView } from "~/domain/deals/deal-view";
import { useFormat } from "~/browser/use-format";
import { leadsPath } from "~/paths/lead-view";
import { leadIntents } from "~/components/leads/lead-intents";
import { intent } from "~/browser/intents";
import { useUntilEnd } from "./use-until-end";

/** A cell with two lines: the value, and an explanation below it. */
export function TwoLines({ first, second }: { first: ReactNode; second?: ReactNode }) {
  return (
    <>
      {/* Long titles are truncated, so that rows stay small. The deal's dialog shows the whole title. */}
      <bdi className="line-clamp-3">{first}</bdi>
      {second && <span className="block text-xs font-normal text-muted cells:whitespace-normal">{second}</span>}
    </>
  );
}

/** Shows the amount of a deal. For an ended deal it adds the amount until the end, which sums count. */
export function DealAmount({ deal, second }: { deal: DealView; second?: ReactNode }) {
  const format = useFormat();
  const untilEnd = useUntilEnd();
  return <TwoLines first={format.money(deal.amount)} second={untilEnd(deal) ?? second} />;
}

/** Shows whether the commission is paid. A recurring deal is paid month by month. */
export function PaidBadge({ deal }: { deal: DealView }) {
  const { t } = useTranslation(["leads", "commissions"]);
  const format = useFormat();
  if (!deal.paid && deal.commission.amount === 0) {
    return (
      <StatusBadge tone="neutral" icon="circle-slash">
        {t("commissions:states.none")}
      </StatusBadge>
    );
  }
  if (deal.type === "recurring") {
    const { paid, due, waiting, planned } = deal.progress ?? { paid: 0, due: 0, waiting: 0, planned: 0 };
    const total = paid + due + waiting + planned;
    return (
      <StatusBadge
        tone={due > 0 || (total === 0 && !deal.ended) ? "warning" : planned + waiting > 0 ? "info" : "success"}
        {...(planned + waiting + due > 0 && { icon: "calendar-sync" as const, hint: t("deals.in_months_hint") })}
      >
        {total > 0
          ? t("deals.months_paid", { paid, total })
          : t(`commissions:states.${deal.ended ? "ended" : "scheduling"}`)}
      </StatusBadge>
    );
  }
  if (deal.state === null) {
    return (
      <StatusBadge tone="neutral" icon="circle-slash">
        {t("commissions:states.ended")}
      </StatusBadge>
    );
  }
  if (deal.state === "waiting") {
    return (
      <StatusBadge tone="neutral" icon="clock" hint={t("commissions:next.waiting")}>
        {t("commissions:states.waiting")}
      </StatusBadge>
    );
  }
  if (deal.state === "planned") {
    return (
      <StatusBadge tone="info" icon="calendar-clock">
        {t("commissions:states.planned")}
      </StatusBadge>
    );
  }
  if (!deal.paid) {
    return (
      <StatusBadge tone="warning" icon="hourglass" hint={t("deals.open_hint")}>
        {t("commissions:states.due")}
      </StatusBadge>
    );
  }
  return (
    <StatusBadge tone="success">
      {deal.paymentDate ? t("deals.paid_on", { date: format.day(deal.paymentDate) }) : t("commissions:states.paid")}
    </StatusBadge>
  );
}

/** Returns true if the commission of the deal can be marked paid here. */
export const isPayable = (deal: DealView): boolean => deal.state === "due" || deal.state === "planned";

/** The "Mark paid" button of a one-time deal with a due or planned commission. */
export function MarkPaid({ deal }: { deal: Pick<DealView, "id"> }) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  return (
    <Form method="post" action={leadsPath(location)} preventScrollReset className="max-md:grid">
      <input type="hidden" name="deal_id" value={deal.id} />
      <NextFocus id="main" />
      <SubmitButton {...intent(leadIntents, "mark-paid")}>{t("deals.mark_paid")}</SubmitButton>
    </Form>
  );
}

/** The button that undoes the end of a deal. */
export function ResumeDeal({ deal }: { deal: Pick<DealView, "id"> }) {
  const { t } = useTranslation("deals");
  const location = useAddress();
  return (
    <Form method="post" action={leadsPath(location)} preventScrollReset className="max-md:grid">
      <input type="hidden" name="deal_id" value={deal.id} />
      <SubmitButton {...intent(leadIntents, "resume-deal")} variant="secondary">
        {t("end.resume")}
      </SubmitButton>
    </Form>
  );
}

const ROWS_FORM = "mark-paid";

/** The one form of the buttons that mark deals of a list paid. */
export function MarkPaidForm({ rows }: { rows: readonly DealView[] }) {
  const location = useAddress();
  return (
    <Form id={ROWS_FORM} method="post" action={leadsPath(location)} preventScrollReset hidden>
      <input type="hidden" {...intent(leadIntents, "mark-paid")} />
      <NextRowFocus rows={rows.filter(isPayable)} />
    </Form>
  );
}

/** Returns the properties of the button that marks a deal of such a list paid. */
export const markRowPaid = (dealId: string) => ({
  id: `pay-${dealId}`,
  form: ROWS_FORM,
  name: "deal_id",
  value: dealId,
});
