import { useTranslation } from "react-i18next";
import { Icon } from "~/components/ui/icon";
import type { DealDetails, DealPayment } from "~/domain/deals/deal-view";
import { receiptLink } from "~/components/receipts/receipt-link";
import { useFormat } from "~/browser/use-format";
import { PaymentStatus } from "~/components/payments/payment-status";
import { Link } from "~/components/ui/link";
import { paths } from "~/paths/paths";

/** Lists the months of a recurring deal with their amounts and whether they are paid. */
export function DealPayments({ deal }: { deal: Pick<DealDetails, "id" | "schedule" | "scheduled"> }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const { id, schedule, scheduled } = deal;
  return (
    <section aria-labelledby="deal-payments" className="pt-6">
      <h3 id="deal-payments" className="font-semibold">
        {t("details.payments")}
      </h3>
      <ul className="mt-2 divide-y">
        {schedule.map((payment) => (
          <li key={payment.id} className="flex min-h-11 flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-24 flex-1">{format.month(payment.period)}</span>
            <span className="text-right tabular-nums">{format.money(payment.amount)}</span>
            <span className="w-36 text-right">
              <PaymentStatus state={payment.state} due={payment.period} />
              <Paid payment={payment} />
            </span>
          </li>
        ))}
      </ul>
      {scheduled > schedule.length && (
        <Link
          to={paths.paymentsOf(id)}
          prefetch="intent"
          className="mt-2 inline-flex min-h-10 items-center underline underline-offset-4"
        >
          {t("details.all_payments", { count: scheduled })}
        </Link>
      )}
    </section>
  );
}

/** Shows the payment date and the receipt. */
function Paid({ payment: { period, paidDate, receiptUrl } }: { payment: DealPayment }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (!paidDate) return null;
  const receipt = t("details.receipt");
  const link = receiptLink(receiptUrl, "staff");
  return (
    <span className="mt-0.5 flex flex-wrap justify-end gap-x-2 text-xs text-muted tabular-nums">
      <time dateTime={paidDate}>{format.day(paidDate)}</time>
      {link && (
        <a
          {...link.anchor}
          aria-label={`${receipt}: ${format.month(period)} (${t(link.isFile ? "details.downloads" : "details.new_tab")})`}
          className="inline-flex min-h-6 items-center gap-1 underline underline-offset-4"
        >
          {receipt}
          <Icon name={link.isFile ? "download" : "external-link"} className="size-3" />
        </a>
      )}
    </span>
  );
}
