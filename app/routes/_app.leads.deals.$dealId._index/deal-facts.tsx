import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { CommissionExplanation } from "~/components/deals/commission-explanation";
import { useContactFacts } from "~/components/leads/use-contact-facts";
import type { Description } from "~/components/ui/description-list";
import { Icon } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { Missing } from "~/components/ui/missing";
import { useAddress } from "~/components/ui/use-address";
import type { OwnOfDeal } from "~/domain/deals/read-deal.server";
import { useOwnFacts } from "~/components/fields/use-own-words";
import { isCanceled, type DealDetails, type EndedDeal } from "~/domain/deals/deal-view";
import { receiptLink } from "~/components/receipts/receipt-link";
import { useFormat } from "~/browser/use-format";
import { PaidBadge, TwoLines } from "~/components/deals/deal-cells";
import { useProgressText } from "~/components/deals/use-progress-text";
import { paths } from "~/paths/paths";

/** Returns the rows of the dialog; existing values can be copied. */
export function useDealFacts(deal: DealDetails & OwnOfDeal): Description[] {
  const { t } = useTranslation(["leads", "deals"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const { search } = useAddress();
  const { receiptUrl, mrr, months } = deal;
  const { company_name, email, phone, notes, contact_person, ...more } = useContactFacts(deal.contact);
  const own = useOwnFacts(deal.own);
  const ownOfLead = useOwnFacts(deal.leadOwn);
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
  const endOf = ({ day, reason, note, worth, owedBack }: EndedDeal): Description[] => [
    {
      label: t("ended.label"),
      value: (
        <TwoLines
          first={t(isCanceled(deal) ? "ended.cancelled" : "ended.ended", { date: format.day(day) })}
          second={t(`deals:end.reasons.${reason}`)}
        />
      ),
    },
    ...(note ? [text(t("ended.note"), note)] : []),
    text(t("ended.worth"), format.money(worth)),
    ...(owedBack.length > 0 ? [text(t("ended.owed_back"), format.sum(owedBack))] : []),
  ];
  const link = receiptLink(receiptUrl, "staff");
  const receipt: Description =
    receiptUrl && link
      ? {
          label: t("details.receipt"),
          ...(!link.isFile && { copy: receiptUrl }),
          value: (
            <a {...link.anchor} className={linkClass}>
              {link.isFile ? t("details.download") : receiptUrl}
              <Icon name={link.isFile ? "download" : "external-link"} className="ml-1 inline size-3.5" />
              {!link.isFile && <span className="sr-only"> ({t("details.new_tab")})</span>}
            </a>
          ),
        }
      : missing(t("details.receipt"));

  const endFacts = deal.ended ? endOf(deal.ended) : [];

  return [
    {
      ...company_name,
      value: (
        <Link {...dialog} to={paths.lead(deal.leadId, search)} className={linkClass}>
          {deal.company}
        </Link>
      ),
    },
    email,
    phone,
    notes,
    contact_person,
    ...Object.values<Description>(more),
    ...ownOfLead,
    deal.affiliateId && deal.affiliate
      ? shown(
          t("lead.affiliate"),
          affiliateName(deal.affiliateId, deal.affiliate),
          <Link prefetch="intent" to={paths.affiliate(deal.affiliateId)} className={linkClass}>
            {affiliateName(deal.affiliateId, deal.affiliate)}
          </Link>,
        )
      : missing(t("lead.affiliate")),
    text(t("deals.title"), deal.title),
    shown(
      t("details.value"),
      amount,
      <TwoLines first={amount} second={mrr && t("deals.per_month", { mrr: format.money(mrr), count: months ?? 0 })} />,
    ),
    text(t("deals.close_date"), format.day(deal.closeDate)),
    ...own,
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
    ...endFacts,
    // A recurring deal is paid month by month: its payments and their receipts are listed below.
    ...(deal.type === "recurring" ? [] : [text(t("details.payment_date"), paidOn), receipt]),
  ];
}

const dialog = { preventScrollReset: true, prefetch: "intent" } as const;
const linkClass = "underline underline-offset-4";
