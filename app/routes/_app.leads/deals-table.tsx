import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import type { Count } from "~/components/ui/count-text";
import { EmptyState } from "~/components/ui/empty-state";
import { RowUndo } from "~/components/toast/row-undo";
import { RowActionButton, RowActionLink, RowActions } from "~/components/ui/row-actions";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { DealOrder, DealView } from "~/domain/deals/deal-view";
import type { ListedOwn } from "~/domain/fields/listed-own.server";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import { isPayable, MarkPaidForm, markRowPaid } from "~/components/deals/deal-cells";
import { leadsPath, pathOfTab } from "~/paths/lead-view";
import { useOwnColumns } from "~/components/fields/use-own-columns";
import { useDealColumns } from "./use-deal-columns";
import { paths } from "~/paths/paths";

export type DealsTableProps = {
  page: Page<DealView>;
  own: ListedOwn;
  total?: Count;
  order: Order<DealOrder>;
  /** True if the deals can be sorted by amount. */
  sortable: boolean;
  nothing: ReactNode;
};

/** The won deals with their commissions; a row opens the deal's dialog. */
export function DealsTable({ page, own, total, order, sortable, nothing }: DealsTableProps) {
  const { t } = useTranslation("leads");
  const search = `?${leadsPath(useAddress()).split("?")[1] ?? "tab=deals"}`;
  const columns = [...useDealColumns(order, sortable, search), ...useOwnColumns<DealView>(own)];
  const currencies = new Set(page.rows.map(({ amount }) => amount.currency));
  if (page.rows.length === 0) return nothing ?? <NoDealsYet />;
  return (
    <div className="space-y-4">
      {order.by === "amount" && currencies.size > 1 && <p className="text-xs text-muted">{t("deals.amount_order")}</p>}
      <MarkPaidForm rows={page.rows} />
      <Table
        name="deals"
        caption={t("deals.caption")}
        fit="many"
        columns={columns}
        rows={page.rows}
        rowKey={(deal) => deal.id}
        rowHref={(deal) => paths.deal(deal.id, search)}
        rowOpensDialog
        isMain
        rowActions={(deal) => <DealActions deal={deal} search={search} />}
      />
      <PageLinks page={page} total={total} path={paths.leads()} />
    </div>
  );
}

function DealActions({ deal, search }: { deal: DealView; search: string }) {
  const { t } = useTranslation("leads");
  const { id, title } = deal;
  return (
    <>
      {deal.paid && <RowUndo id={id} name={title} />}
      <RowActions id={id} label={t("deals.actions", { deal: title })}>
        {isPayable(deal) && (
          <RowActionButton {...markRowPaid(id)} icon="check" text={t("deals.mark_paid")} of={title} />
        )}
        <RowActionLink dialog to={paths.deal(id, search)} icon="eye" text={t("deals.details")} of={title} />
        <RowActionLink
          dialog
          to={paths.dealDialog(id, "edit", search)}
          icon="pencil"
          text={t("deals.edit")}
          of={title}
        />
        {deal.commission.amount > 0 && (
          <RowActionLink to={paths.paymentsOf(id)} icon="hand-coins" text={t("deals.to_payments")} of={title} />
        )}
      </RowActions>
    </>
  );
}

function NoDealsYet() {
  const { t } = useTranslation("leads");
  return (
    <EmptyState
      framed
      icon="trophy"
      title={t("deals.empty")}
      action={<ButtonLink to={pathOfTab("pipeline")}>{t("deals.empty_action")}</ButtonLink>}
    >
      {t("deals.empty_text")}
    </EmptyState>
  );
}
