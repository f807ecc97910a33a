import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import type { Count } from "~/components/ui/count-text";
import { useOwnColumns } from "~/components/fields/use-own-columns";
import { RowUndo } from "~/components/toast/row-undo";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import type { TableColumn } from "~/components/ui/table-column";
import { useAddress } from "~/components/ui/use-address";
import type { ListedOwn } from "~/domain/fields/listed-own.server";
import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { displayEmail } from "~/domain/shared/erased";
import type { Page } from "~/domain/shared/page";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export type ArchiveProps = {
  page: Page<Lead>;
  own: ListedOwn;
  total: Count;
  nothing: ReactNode;
  /** All leads in any status, instead of the lost ones. */
  all: boolean;
};

/** Lists the lost leads, or all of them, read-only (LEAD-05). */
export function Archive({ page, own, total, nothing, all }: ArchiveProps) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const { search } = useAddress();
  const lostOn: TableColumn<Lead> = {
    id: "lost",
    header: t("lead.lost_on"),
    align: "end",
    cell: (lead) => (lead.lostOn ? format.day(lead.lostOn) : "–"),
  };
  const ownColumns = useOwnColumns<Lead>(own);
  const columns: TableColumn<Lead>[] = [
    {
      id: "company",
      header: t("lead.company"),
      primary: true,
      className: "cells:min-w-36",
      cell: (lead) => lead.company,
    },
    { id: "contact", header: t("lead.contact"), className: "cells:min-w-36", cell: (lead) => lead.contact },
    {
      id: "email",
      header: t("lead.email"),
      tuckUnder: "contact",
      cell: (lead) => <span className="address">{displayEmail(lead.email) ?? "–"}</span>,
    },
    {
      id: "affiliate",
      header: t("lead.affiliate"),
      tuckUnder: "company",
      cell: (lead) => (
        <NameLink to={lead.affiliateId && paths.affiliate(lead.affiliateId)}>
          {affiliateName(lead.affiliateId, lead.affiliate) ?? t("lead.no_affiliate")}
        </NameLink>
      ),
    },
    {
      id: "created",
      header: t("lead.created"),
      align: "end",
      cell: (lead) => format.day(lead.createdOn),
    },
    ...(all ? [] : [lostOn]),
    {
      id: "status",
      header: t("lead.status"),
      cell: (lead) => <LeadStatusBadge reader="staff" status={lead.status} />,
    },
    ...ownColumns,
  ];
  if (page.rows.length === 0) {
    return (
      nothing ?? (
        <EmptyState framed icon="archive" title={t("archive.empty")}>
          {t("archive.empty_text")}
        </EmptyState>
      )
    );
  }
  return (
    <div className="space-y-4">
      <Table
        name="lost"
        fit="many"
        caption={t(all ? "archive.all_caption" : "archive.caption")}
        columns={columns}
        rows={page.rows}
        rowKey={(lead) => lead.id}
        rowHref={(lead) => paths.lead(lead.id, search)}
        rowOpensDialog
        isMain
        rowActions={(lead) => <RowUndo id={lead.id} name={lead.company} />}
      />
      <PageLinks page={page} total={total} path={paths.leads()} />
    </div>
  );
}
