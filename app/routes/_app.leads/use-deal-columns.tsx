import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { NameLink } from "~/components/ui/name-link";
import type { TableColumn } from "~/components/ui/table";
import { useSort } from "~/components/ui/use-sort";
import { isCanceled, type DealOrder, type DealView } from "~/domain/deals/deal-view";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/browser/use-format";
import { DealAmount, isPayable, MarkRowPaid, PaidBadge, TwoLines } from "~/components/deals/deal-cells";
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
      className: "cells:min-w-32",
      cell: (deal) => (
        <TwoLines
          first={<NameLink to={paths.lead(deal.leadId, search)}>{deal.company}</NameLink>}
          second={
            <NameLink to={deal.affiliateId && paths.affiliate(deal.affiliateId)}>
              {affiliateName(deal.affiliateId, deal.affiliate) ?? t("lead.no_affiliate")}
            </NameLink>
          }
        />
      ),
    },
    {
      id: "title",
      header: t("deals.title"),
      carriesLink: true,
      className: "cells:min-w-41 hyphenated",
      cell: (deal) => <TwoLines first={deal.title} second={t(`deal_type.${deal.type}`)} />,
    },
    {
      id: "amount",
      header: t("deals.amount"),
      align: "end",
      ...(sortable && { sort: sort("amount", "desc") }),
      cell: (deal) => (
        <DealAmount
          deal={deal}
          second={deal.mrr && t("deals.per_month", { mrr: format.money(deal.mrr), count: deal.months ?? 0 })}
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
    <div className="flex flex-col items-start py-1 cards:items-end">
      <PaidBadge deal={deal} />
      {progress && <span className="mt-0.5 text-xs text-muted">{progress}</span>}
      {ended && (
        <span className="mt-0.5 text-xs text-muted">
          {t(isCanceled(deal) ? "ended.cancelled" : "ended.ended", { date: format.day(ended.day) })}
          {ended.owedBack.length > 0 && (
            <span className="block">{t("ended.owed_back_of", { amount: format.sum(ended.owedBack) })}</span>
          )}
        </span>
      )}
      {isPayable(deal) && (
        <div className="relative z-1 -mx-1 max-md:grid cards:grid">
          <MarkRowPaid deal={deal} />
        </div>
      )}
    </div>
  );
}
