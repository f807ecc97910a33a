import { Archive as ArchiveIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { EmptyState } from "~/components/ui/empty-state";
import { Table, type TableColumn } from "~/components/ui/table";
import type { LeadCard as Lead } from "~/domain/leads/list-leads.server";
import { useFormat } from "~/web/use-format";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";

export type ArchiveProps = { leads: readonly Lead[]; total: number; timeZone: string };

/** The lost leads; nothing can be done with them. */
export function Archive({ leads, total, timeZone }: ArchiveProps) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const columns: TableColumn<Lead>[] = [
    { id: "company", header: t("lead.company"), primary: true, cell: (lead) => lead.company },
    { id: "contact", header: t("lead.contact"), cell: (lead) => lead.contact },
    { id: "email", header: t("lead.email"), cell: (lead) => lead.email },
    {
      id: "affiliate",
      header: t("lead.affiliate"),
      cell: (lead) => lead.affiliate ?? t("lead.no_affiliate"),
    },
    {
      id: "created",
      header: t("lead.created"),
      align: "end",
      cell: (lead) => format.moment(lead.createdAt, timeZone),
    },
    {
      id: "status",
      header: t("lead.status"),
      cell: (lead) => <LeadStatusBadge reader="staff" status={lead.status} />,
    },
  ];
  return (
    <Table
      caption={t("archive.caption")}
      columns={columns}
      rows={leads}
      rowKey={(lead) => lead.id}
      footer={total > leads.length && t("newest_shown", { count: leads.length })}
      empty={
        <EmptyState icon={ArchiveIcon} title={t("archive.empty")}>
          {t("archive.empty_text")}
        </EmptyState>
      }
    />
  );
}
