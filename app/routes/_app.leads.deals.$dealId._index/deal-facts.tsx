import { Link } from "@remix-run/react";
import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import type { Description } from "~/components/ui/description-list";
import { useAddress } from "~/components/ui/use-address";
import type { DealDetails } from "~/domain/deals/deal-view";
import { isWebAddress } from "~/domain/shared/fields";
import { affiliatePath, leadPath } from "~/web/thing-paths";
import { useFormat } from "~/web/use-format";
import { PaidBadge, TwoLines } from "../_app.leads/deal-cells";
import { Missing } from "../_app.leads/missing";
import { useProgressText } from "../_app.leads/use-progress-text";

/** The rows of the dialog; what is there can be copied. */
export function useDealFacts(deal: DealDetails): Description[] {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const { search } = useAddress();
  const { receiptUrl, mrr, months } = deal;
  const amount = format.money(deal.amount);
  const commission = format.money(deal.commission);
  const paidOn = deal.paymentDate && format.day(deal.paymentDate);
  const progress = useProgressText(deal);
  const text = (label: string, value: string | null): Description =>
    value ? { label, value, copy: value } : missing(label);
  const missing = (label: string): Description => ({
    label,
    value: <Missing words={t("details.missing")} />,
  });
  const shown = (label: string, copy: string, value: ReactNode): Description => ({ label, value, copy });

  return [
    shown(
      t("lead.company"),
      deal.company,
      <Link {...dialog} to={leadPath(deal.leadId, search)} className={linkClass}>
        {deal.company}
      </Link>,
    ),
    shown(
      t("lead.email"),
      deal.email,
      <a href={`mailto:${deal.email}`} className={linkClass}>
        {deal.email}
      </a>,
    ),
    deal.phone
      ? shown(
          t("lead.phone"),
          deal.phone,
          <a href={`tel:${deal.phone.replace(/[^+\d]/g, "")}`} className={linkClass}>
            {deal.phone}
          </a>,
        )
      : missing(t("lead.phone")),
    text(t("lead.notes"), deal.notes),
    text(t("lead.contact"), deal.contact),
    deal.affiliateId && deal.affiliate
      ? shown(
          t("lead.affiliate"),
          deal.affiliate,
          <Link prefetch="intent" to={affiliatePath(deal.affiliateId)} className={linkClass}>
            {deal.affiliate}
          </Link>,
        )
      : missing(t("lead.affiliate")),
    text(t("deals.title"), deal.title),
    shown(
      t("details.value"),
      amount,
      <TwoLines
        first={amount}
        second={mrr && t("deals.per_month", { mrr: format.money(mrr), count: months ?? 0 })}
      />,
    ),
    text(t("deals.close_date"), format.day(deal.closeDate)),
    shown(
      t("deals.commission"),
      commission,
      <TwoLines
        first={deal.type === "recurring" ? `${commission} ${t("deals.monthly")}` : commission}
        second={<CommissionExplanation trace={deal.trace} />}
      />,
    ),
    {
      label: t("deals.status"),
      value: <TwoLines first={<PaidBadge deal={deal} />} second={progress} />,
    },
    text(t("details.payment_date"), paidOn),
    receiptUrl && isWebAddress(receiptUrl)
      ? shown(
          t("details.receipt"),
          receiptUrl,
          <a href={receiptUrl} target="_blank" rel="noreferrer" className={linkClass}>
            {receiptUrl}
            <ExternalLink aria-hidden className="ml-1 inline size-3.5" />
            <span className="sr-only"> ({t("details.new_tab")})</span>
          </a>,
        )
      : missing(t("details.receipt")),
  ];
}

const dialog = { preventScrollReset: true, prefetch: "intent" } as const;
const linkClass = "underline underline-offset-4";
