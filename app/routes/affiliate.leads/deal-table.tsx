import { useTranslation } from "react-i18next";
import { useUntilEnd } from "~/components/deals/use-until-end";
import { CommissionWhy } from "~/components/deals/commission-why";
import { CommissionBadge } from "~/components/portal/commission-badge";
import { useDueHint } from "~/components/portal/use-due-hint";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { OwnDeal } from "~/domain/deals/own-deal";
import type { Page } from "~/domain/shared/page";
import { useFormat } from "~/browser/use-format";
import { paths } from "~/paths/paths";

/** The deals won from the affiliate's leads; a row opens the deal's dialog. */
export function DealTable({ page, total }: { page: Page<OwnDeal>; total: number }) {
  const { t } = useTranslation("portal");
  const { search } = useAddress();
  const format = useFormat();
  return (
    <div className="space-y-4">
      <Table
        caption={t("leads.tab_deals")}
        rows={page.rows}
        rowKey={(deal) => deal.id}
        rowHref={(deal) => paths.ownDeal(deal.id, search)}
        rowOpensDialog
        columns={[
          {
            id: "company",
            header: t("fields.company"),
            primary: true,
            className: "cells:min-w-32",
            cell: (deal) => deal.company,
          },
          {
            id: "title",
            header: t("fields.title"),
            cell: (deal) => deal.title,
            className: "cells:min-w-36 hyphenated",
          },
          { id: "amount", header: t("fields.amount"), align: "end", cell: (deal) => <Amount deal={deal} /> },
          {
            id: "commission",
            header: t("fields.commission"),
            align: "end",
            cell: (deal) => <Commission deal={deal} />,
          },
          {
            id: "close_date",
            header: t("fields.close_date"),
            align: "end",
            cell: (deal) => format.day(deal.closeDate),
          },
          { id: "status", header: t("fields.status"), cell: (deal) => <Status deal={deal} /> },
        ]}
        empty={
          <EmptyState
            icon="trophy"
            title={t("leads.no_deals.title")}
            action={
              <ButtonLink variant="secondary" to={paths.ownTerms()}>
                {t("leads.no_deals.action")}
              </ButtonLink>
            }
          >
            {t("leads.no_deals.text")}
          </EmptyState>
        }
      />
      <PageLinks page={page} total={{ count: total }} />
    </div>
  );
}

function Amount({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  const untilEnd = useUntilEnd();
  const monthly = deal.mrr && t("deal.monthly", { count: deal.months ?? 0, mrr: format.money(deal.mrr) });
  const second = untilEnd(deal) ?? (monthly && <span className="cards:hidden">{monthly}</span>);
  return (
    <>
      {format.money(deal.amount)}
      {second && <span className="block text-xs text-muted cells:whitespace-normal">{second}</span>}
    </>
  );
}

function Commission({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation("portal");
  const format = useFormat();
  return (
    <div className="flex items-center justify-end gap-1">
      <span>
        {format.money(deal.commission)}{" "}
        {deal.type === "recurring" && <span className="block text-xs text-muted">{t("deal.per_month")}</span>}
      </span>
      {/* Above the link that covers the row. */}
      <div className="relative z-1 -my-1 has-[details[open]]:z-30">
        <CommissionWhy trace={deal.trace} deal={`${deal.company}, ${deal.title}`} />
      </div>
    </div>
  );
}

function Status({ deal }: { deal: OwnDeal }) {
  const { t } = useTranslation(["portal", "leads"]);
  const format = useFormat();
  const dueHint = useDueHint();
  const owedBack = deal.ended?.owedBack ?? [];
  return (
    <>
      <CommissionBadge deal={deal} />
      {deal.state === "planned" && (
        <span aria-hidden className="mt-0.5 block text-xs text-muted">
          {dueHint("planned", deal.due)}
        </span>
      )}
      {deal.payments && deal.state !== "none" && (
        <span className="mt-0.5 block text-xs text-muted">{t("deal.progress", { ...deal.payments })}</span>
      )}
      {owedBack.length > 0 && (
        <span className="mt-0.5 block text-xs text-muted">
          {t("leads:ended.owed_back_of", { amount: format.sum(owedBack) })}
        </span>
      )}
    </>
  );
}
