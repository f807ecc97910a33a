import { useLocation } from "@remix-run/react";
import { Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CommissionBadge } from "~/components/portal/commission-badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { Table } from "~/components/ui/table";
import type { OwnDeal } from "~/domain/deals/own-deal";
import { useFormat } from "~/web/use-format";
import { PageLinks, type PageLinksProps } from "./page-links";

export type DealTableProps = PageLinksProps & { deals: readonly OwnDeal[] };

/** The deals won from the affiliate's leads; a row opens the deal's dialog. */
export function DealTable({ deals, next, continued }: DealTableProps) {
  const { t } = useTranslation("portal");
  const { search } = useLocation();
  return (
    <Table
      caption={t("leads.tab_deals")}
      rows={deals}
      rowKey={(deal) => deal.id}
      rowHref={(deal) => `/affiliate/leads/deals/${deal.id}${search}`}
      rowOpensDialog
      columns={[
        { id: "company", header: t("fields.company"), primary: true, cell: (deal) => deal.company },
        { id: "title", header: t("fields.title"), cell: (deal) => deal.title },
        { id: "amount", header: t("fields.amount"), align: "end", cell: (deal) => <Amount deal={deal} /> },
        {
          id: "commission",
          header: t("fields.commission"),
          align: "end",
          cell: (deal) => <Commission deal={deal} />,
        },
        { id: "status", header: t("fields.status"), cell: (deal) => <Status deal={deal} /> },
      ]}
      footer={(next || continued) && <PageLinks next={next} continued={continued} />}
      empty={
        <EmptyState
          icon={Trophy}
          title={t("leads.no_deals.title")}
          action={
            <ButtonLink variant="secondary" to="/affiliate/terms">
              {t("leads.no_deals.action")}
            </ButtonLink>
          }
        >
          {t("leads.no_deals.text")}
        </EmptyState>
      }
    />
  );
}

function Amount({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <>
      {format.money(deal.amount)}
      {deal.mrr && (
        <span className="block text-xs text-muted">
          {t("deal.monthly", { count: deal.months ?? 0, mrr: format.money(deal.mrr) })}
        </span>
      )}
    </>
  );
}

function Commission({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <>
      {format.money(deal.commission)}
      {deal.type === "recurring" && <span className="block text-xs text-muted">{t("deal.per_month")}</span>}
    </>
  );
}

function Status({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation("portal");
  return (
    <>
      <CommissionBadge deal={deal} />
      {deal.payments && deal.state !== "none" && (
        <span className="mt-0.5 block text-xs text-muted">{t("deal.progress", { ...deal.payments })}</span>
      )}
    </>
  );
}
