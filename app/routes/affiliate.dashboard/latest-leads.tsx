import Handshake from "lucide-react/icons/handshake";
import { useTranslation } from "react-i18next";
import { LeadStatusBadge } from "~/components/leads/lead-status-badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import type { OwnLead } from "~/domain/leads/list-own-leads.server";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

/** The leads submitted last, in any status. */
export function LatestLeads({ leads, maySubmit }: { leads: readonly OwnLead[]; maySubmit: boolean }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <div>
      <div className="mb-3 flex items-center justify-between gap-4">
        <h2 className="text-base font-semibold">{t("dashboard.latest")}</h2>
        <ButtonLink to={paths.ownLeads()} variant="ghost" size="sm" className="-my-2">
          {t("dashboard.all_leads")}
        </ButtonLink>
      </div>
      <Table
        caption={t("dashboard.latest")}
        fit="few"
        rows={leads}
        rowKey={(lead) => lead.id}
        rowHref={({ id, dealId }) => (dealId ? paths.ownDeal(dealId) : paths.ownLead(id))}
        columns={[
          { id: "company", header: t("fields.company"), primary: true, cell: (lead) => lead.company },
          { id: "contact", header: t("fields.contact"), cell: (lead) => lead.contact },
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
            icon={Handshake}
            title={t("leads.empty.title")}
            action={maySubmit && <ButtonLink to={paths.newOwnLead()}>{t("leads.submit")}</ButtonLink>}
          >
            {t("leads.empty.text")}
          </EmptyState>
        }
      />
    </div>
  );
}
