import { useTranslation } from "react-i18next";
import { TwoLines } from "~/components/deals/deal-cells";
import { Table } from "~/components/ui/table";
import { useFormat } from "~/browser/use-format";
import type { DealChoice } from "~/domain/leads/lead-filter";
import { paths } from "~/paths/paths";
import type { PageProps } from "./page-props";
import { PageSection } from "./page-section";

/**
 * Lists payments that the affiliate owes back, by ended deal, and how they are settled. Draws nothing if there never
 * were any.
 */
export function PageClaims({ page: { affiliate, claims } }: PageProps) {
  const { t } = useTranslation(["affiliates", "leads", "deals"]);
  const format = useFormat();
  const settle = { to: paths.reclaims(affiliate.id), text: t("page.claims_settle") };
  if (claims.count === 0) {
    if (claims.settlements === 0) return null;
    return (
      <PageSection id="affiliate-claims" title={t("leads:ended.owed_back")} links={[settle]}>
        <p className="max-w-prose text-muted">{t("page.claims_none")}</p>
      </PageSection>
    );
  }
  const of = { tab: "deals", deals: "owed_back" satisfies DealChoice, affiliate: affiliate.id };
  return (
    <PageSection
      id="affiliate-claims"
      title={t("leads:ended.owed_back")}
      links={[{ to: paths.leads(of), text: t("page.all_deals", { count: claims.count }) }, settle]}
    >
      <p className="mb-3 max-w-prose text-muted">{t("page.claims_text")}</p>
      <Table
        caption={t("page.claims_caption")}
        fit="few"
        rows={claims.deals}
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
            id: "reason",
            header: t("deals:end.reason"),
            cell: ({ ended }) => ended && t(`deals:end.reasons.${ended.reason}`),
          },
          {
            id: "day",
            header: t("page.claims_day"),
            align: "end",
            labelled: true,
            cell: ({ ended }) => ended && format.day(ended.day),
          },
          {
            id: "owed_back",
            header: t("leads:ended.owed_back"),
            align: "end",
            cell: ({ ended }) => ended && format.sum(ended.owedBack),
          },
        ]}
        footer={
          <p className="flex flex-wrap justify-end gap-x-4 gap-y-1 tabular-nums">
            <span className="text-muted">{t("page.claims_sum", { count: claims.count })}</span>
            {claims.amounts.map((amount) => (
              <span key={amount.currency} className="min-w-0 font-semibold wrap-anywhere">
                {format.money(amount)}
              </span>
            ))}
          </p>
        }
      />
    </PageSection>
  );
}
