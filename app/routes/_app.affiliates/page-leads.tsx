import { useTranslation } from "react-i18next";
import { TwoLines } from "~/components/deals/deal-cells";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import { useFormat } from "~/browser/use-format";
import type { LeadStatus } from "~/domain/leads/lead";
import { leadTabs, statusesOf } from "~/domain/leads/lead-filter";
import { paths } from "~/paths/paths";
import type { PageProps } from "./page-props";
import { PageSection } from "./page-section";

const tabOf = (status: LeadStatus) => leadTabs.find((tab) => statusesOf[tab].includes(status))!;

/** The latest leads, with links to the lists of open and lost ones. */
export function PageLeads({ page: { affiliate, leads, counts } }: PageProps) {
  const { t } = useTranslation(["affiliates", "leads"]);
  const format = useFormat();
  const of = { affiliate: affiliate.id };
  const links = [
    {
      count: counts.pipeline.count,
      to: paths.leads(of),
      text: t("page.open_leads", { count: counts.pipeline.count }),
    },
    {
      count: counts.archive.count,
      to: paths.leads({ tab: "archive", ...of }),
      text: t("page.lost_leads", { count: counts.archive.count }),
    },
  ];
  return (
    <PageSection id="affiliate-leads" title={t("page.leads")} links={links.filter(({ count }) => count > 0)}>
      <Table
        caption={t("page.leads_caption")}
        fit="few"
        rows={leads}
        rowKey={({ id }) => id}
        rowHref={({ id, status }) => paths.lead(id, { tab: tabOf(status), ...of })}
        columns={[
          {
            id: "company",
            header: t("leads:lead.company"),
            primary: true,
            cell: ({ company, contact }) => <TwoLines first={company} second={contact} />,
          },
          {
            id: "status",
            header: t("leads:lead.status"),
            cell: ({ status }) => <LeadStatusBadge reader="staff" status={status} />,
          },
          {
            id: "created",
            header: t("leads:lead.created"),
            align: "end",
            cell: ({ createdOn }) => format.day(createdOn),
          },
        ]}
        empty={
          <EmptyState icon="inbox" title={t("page.no_leads")}>
            {t(affiliate.status === "inactive" ? "page.no_leads_inactive" : "page.no_leads_text", {
              name: affiliate.name,
            })}
          </EmptyState>
        }
      />
    </PageSection>
  );
}
