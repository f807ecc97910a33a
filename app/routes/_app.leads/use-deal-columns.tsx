import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { cn } from "~/components/ui/cn";
import { NameLink } from "~/components/ui/name-link";
import type { TableColumn } from "~/components/ui/table-column";
import { useSort } from "~/components/ui/use-sort";
import { isCanceled, type DealOrder, type DealView } from "~/domain/deals/deal-view";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/browser/use-format";
import { DealAmount, PaidBadge, TwoLines } from "~/components/deals/deal-cells";
import { useProgressText } from "~/components/deals/use-progress-text";
import { paths } from "~/paths/paths";

/** Returns the columns of the table of deals. */
export function useDealColumns(order: Order<DealOrder>, sortable: boolean, search: string): TableColumn<DealView>[] {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const sort = useSort<DealOrder>(order, paths.leads());
  return [
    {
      id: "company",
      header: t("lead.company"),
      primary: true,
      className: "fill",
      cell: (deal) => (
        <bdi>
          <NameLink to={paths.lead(deal.leadId, search)}>{deal.company}</NameLink>
        </bdi>
      ),
    },
    {
      id: "title",
      header: t("deals.title"),
      carriesLink: true,
      className: "fill",
      cell: (deal) => <bdi>{deal.title}</bdi>,
    },
    {
      id: "affiliate",
      header: t("lead.affiliate"),
      className: "fill",
      tuckUnder: "title",
      cell: (deal) => (
        <NameLink to={deal.affiliateId && paths.affiliate(deal.affiliateId)}>
          {affiliateName(deal.affiliateId, deal.affiliate) ?? t("lead.no_affiliate")}
        </NameLink>
      ),
    },
    {
      id: "amount",
      header: t("deals.amount"),
      align: "end",
      figure: true,
      ...(sortable && { sort: sort("amount", "desc") }),
      cell: (deal) => (
        <DealAmount
          deal={deal}
          second={
            <span className="whitespace-nowrap cards:hidden">
              {deal.mrr
                ? t("deals.per_month", { mrr: format.money(deal.mrr), count: deal.months ?? 0 })
                : t(`deal_type.${deal.type}`)}
            </span>
          }
        />
      ),
    },
    {
      id: "commission",
      header: t("deals.commission"),
      align: "end",
      cell: (deal) => (
        <TwoLines first={format.money(deal.commission)} second={deal.type === "recurring" && t("deals.monthly")} />
      ),
    },
    {
      id: "close_date",
      header: t("deals.close_date"),
      align: "end",
      sort: sort("close_date", "desc"),
      cell: (deal) => format.day(deal.closeDate),
    },
    {
      id: "status",
      header: t("deals.status"),
      cell: (deal) => <StatusCell deal={deal} />,
    },
  ];
}

function StatusCell({ deal }: { deal: DealView }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const progress = useProgressText(deal);
  const { ended } = deal;
  return (
    <div
      className={cn("flex flex-col items-start cards:flex-row cards:items-center cards:gap-2", ended && "cells:py-1")}
    >
      <PaidBadge deal={deal} />
      {progress && <span className="text-xs text-muted">{progress}</span>}
      {ended && (
        <span className="text-xs text-muted">
          {t(isCanceled(deal) ? "ended.cancelled" : "ended.ended", { date: format.day(ended.day) })}
          {ended.owedBack.length > 0 && (
            <span className="block">{t("ended.owed_back_of", { amount: format.sum(ended.owedBack) })}</span>
          )}
        </span>
      )}
    </div>
  );
}
