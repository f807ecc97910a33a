import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { DialogLink } from "~/components/ui/route-dialog";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { OwnLead } from "~/domain/leads/list-own-leads.server";
import { displayEmail } from "~/domain/shared/erased";
import type { Page } from "~/domain/shared/page";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

export type LeadTableProps = { page: Page<OwnLead>; total: number; maySubmit: boolean };

/** The leads without a deal; a row opens the lead's dialog. */
export function LeadTable({ page, total, maySubmit }: LeadTableProps) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  const { search } = useAddress();
  return (
    <div className="space-y-4">
      <Table
        caption={t("leads.tab_leads")}
        rows={page.rows}
        rowKey={(lead) => lead.id}
        rowHref={(lead) => paths.ownLead(lead.id, search)}
        rowOpensDialog
        columns={[
          { id: "company", header: t("fields.company"), primary: true, cell: (lead) => lead.company },
          { id: "contact", header: t("fields.contact"), cell: (lead) => lead.contact },
          {
            id: "email",
            header: t("fields.email"),
            className: "fill",
            cell: (lead) => displayEmail(lead.email) ?? "–",
          },
          {
            id: "phone",
            header: t("fields.phone"),
            hideOn: "narrow",
            className: "cells:min-w-38",
            cell: (lead) => lead.phone ?? "–",
          },
          {
            id: "status",
            header: t("fields.status"),
            cell: (lead) => <LeadStatusBadge reader="affiliate" status={lead.status} />,
          },
          {
            id: "submitted",
            header: t("fields.submitted"),
            align: "end",
            cell: (lead) => format.day(lead.submittedOn),
          },
        ]}
        empty={
          <EmptyState
            icon="handshake"
            title={t("leads.empty.title")}
            action={
              <>
                {maySubmit && (
                  <DialogLink variant="primary" to={paths.newOwnLead(search)}>
                    {t("leads.submit")}
                  </DialogLink>
                )}
                <HelpLink inWords />
              </>
            }
          >
            {t("leads.empty.text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} total={{ count: total }} />
    </div>
  );
}
