import { useTranslation } from "react-i18next";
import { RouteDialog } from "~/components/ui/route-dialog";
import { OwnMessages } from "~/components/conversation/own-messages";
import type { OwnDealDetails } from "~/domain/deals/own-deal";
import type { OwnConversation } from "~/domain/leads/conversation";
import { DealFacts } from "./deal-facts";
import { dealSteps } from "./deal-steps";
import { Timeline } from "./timeline";
import { useId } from "react";
import { paymentLooks } from "./earning-status";
import { ReceiptLink } from "./receipt-link";
import { StatusBadge } from "~/components/ui/badge";
import type { DealPayment } from "~/domain/deals/deal-view";
import { useFormat } from "~/browser/use-format";

export type DealDialogProps = {
  deal: OwnDealDetails;
  conversation: OwnConversation;
  /** The page that shows it. */
  page: string;
  /** The page behind. */
  closeTo: string;
};

/** Shows one of the affiliate's deals: facts, past and next steps, the months of a recurring one, and the messages. */
export function DealDialog({ deal, conversation, page, closeTo }: DealDialogProps) {
  const { t } = useTranslation("portal");
  return (
    <RouteDialog title={`${deal.company} – ${deal.title}`} closeTo={closeTo} size="lg">
      <div className="space-y-6">
        <DealFacts deal={deal} />
        <Timeline steps={dealSteps(deal)} />
        {deal.schedule.length > 0 && <PaymentSchedule caption={t("deal.schedule")} payments={deal.schedule} />}
        <OwnMessages {...conversation} action={page} />
      </div>
    </RouteDialog>
  );
}

type PaymentScheduleProps = { caption: string; payments: readonly DealPayment[] };

/** Lists every month of a recurring deal: amount, due or paid day, and receipt. */
function PaymentSchedule({ caption, payments }: PaymentScheduleProps) {
  const { t } = useTranslation(["portal", "commissions"]);
  const format = useFormat();
  const id = useId();
  const when = ({ state, period, due, paidDate }: DealPayment) =>
    state === "paid" && paidDate
      ? t("commission.paid_on", { day: format.day(paidDate) })
      : due === null && state !== "paid"
        ? t("payment.hint.waiting")
        : t(`payment.hint.${state === "paid" ? "due" : state}`, { day: format.day(due ?? period) });
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="font-semibold">
        {caption}
      </h3>
      <ul className="mt-2 divide-y">
        {payments.map((payment) => (
          <li key={payment.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-40 flex-1">
              {format.month(payment.period)}
              <span className="block text-muted">{when(payment)}</span>
              {payment.receiptUrl && <ReceiptLink url={payment.receiptUrl} of={format.month(payment.period)} />}
            </span>
            <span className="text-right tabular-nums">{format.money(payment.amount)}</span>
            <span className="w-32 text-right">
              <StatusBadge {...paymentLooks[payment.state]}>{t(`commissions:states.${payment.state}`)}</StatusBadge>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
