import { useTranslation } from "react-i18next";
import { DealAmount, PaidBadge, TwoLines } from "~/components/deals/deal-cells";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";
import type { PageProps } from "./page-props";
import { PageSection } from "./page-section";

/** The latest closed deals, with a link to the list of all. */
export function PageDeals({ page: { affiliate, deals, counts } }: PageProps) {
  const { t } = useTranslation(["affiliates", "leads"]);
  const format = useFormat();
  const of = { tab: "deals", affiliate: affiliate.id };
  const links =
    counts.deals.count > 0 ? [{ to: paths.leads(of), text: t("page.all_deals", { count: counts.deals.count }) }] : [];
  return (
    <PageSection id="affiliate-deals" title={t("page.deals")} links={links}>
      <Table
        caption={t("page.deals_caption")}
        fit="few"
        rows={deals}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.deal(id, of)}
        columns={[
          {
            id: "deal",
            header: t("leads:deals.title"),
            primary: true,
            className: "hyphenated",
            cell: ({ title, company }) => <TwoLines first={title} second={company} />,
          },
          {
            id: "amount",
            header: t("leads:deals.amount"),
            align: "end",
            cell: (deal) => <DealAmount deal={deal} second={format.day(deal.closeDate)} />,
          },
          {
            id: "commission",
            header: t("leads:deals.commission"),
            align: "end",
            cell: ({ commission, type }) => (
              <TwoLines first={format.money(commission)} second={type === "recurring" && t("leads:deals.monthly")} />
            ),
          },
          {
            id: "status",
            header: t("leads:deals.status"),
            cell: (deal) => <PaidBadge deal={deal} />,
          },
        ]}
        empty={
          <EmptyState icon="handshake" title={t("page.no_deals")}>
            {t("page.no_deals_text", { name: affiliate.name })}
          </EmptyState>
        }
      />
    </PageSection>
  );
}
