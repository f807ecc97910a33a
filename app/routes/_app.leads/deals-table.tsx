import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CommissionWhy } from "~/components/deals/commission-why";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Table, type TableColumn } from "~/components/ui/table";
import type { DealView } from "~/domain/deals/deal-view";
import { useFormat } from "~/web/use-format";
import { DealAction, PaidBadge, TwoLines } from "./deal-cells";
import { pathOfTab } from "./lead-tabs";

/** The won deals with what they pay. */
export function DealsTable({ deals, total }: { deals: readonly DealView[]; total: number }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const columns: TableColumn<DealView>[] = [
    {
      id: "company",
      header: t("lead.company"),
      primary: true,
      cell: (deal) => <TwoLines first={deal.company} second={deal.affiliate ?? t("lead.no_affiliate")} />,
    },
    {
      id: "title",
      header: t("deals.title"),
      cell: (deal) => <TwoLines first={deal.title} second={t(`deal_type.${deal.type}`)} />,
    },
    {
      id: "amount",
      header: t("deals.amount"),
      align: "end",
      cell: (deal) => (
        <TwoLines
          first={format.money(deal.amount)}
          second={deal.mrr && t("deals.per_month", { mrr: format.money(deal.mrr), count: deal.months ?? 0 })}
        />
      ),
    },
    {
      id: "commission",
      header: t("deals.commission"),
      align: "end",
      cell: (deal) => (
        <div className="flex items-center justify-end gap-1">
          <div>
            <TwoLines
              first={format.money(deal.commission)}
              second={deal.type === "recurring" && t("deals.monthly")}
            />
          </div>
          <CommissionWhy trace={deal.trace} deal={deal.title} />
        </div>
      ),
    },
    {
      id: "close_date",
      header: t("deals.close_date"),
      align: "end",
      cell: (deal) => format.day(deal.closeDate),
    },
    {
      id: "status",
      header: t("deals.status"),
      cell: (deal) => (
        <div className="flex flex-col items-start py-1 max-md:items-end">
          <PaidBadge deal={deal} />
          <DealAction deal={deal} />
        </div>
      ),
    },
  ];
  return (
    <Table
      caption={t("deals.caption")}
      columns={columns}
      rows={deals}
      rowKey={(deal) => deal.id}
      footer={total > deals.length && t("newest_shown", { count: deals.length })}
      empty={
        <EmptyState
          icon={Trophy}
          title={t("deals.empty")}
          action={<ButtonLink to={pathOfTab("pipeline")}>{t("deals.empty_action")}</ButtonLink>}
        >
          {t("deals.empty_text")}
        </EmptyState>
      }
    />
  );
}
