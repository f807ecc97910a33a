import { Ellipsis, Trophy } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import type { Count } from "~/components/ui/count-text";
import { EmptyState } from "~/components/ui/empty-state";
import { Menu, MenuLink } from "~/components/ui/menu";
import { PageLinks } from "~/components/ui/page-links";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { DealOrder, DealView } from "~/domain/deals/deal-view";
import type { Order } from "~/domain/shared/order";
import type { Page } from "~/domain/shared/page";
import { dealPath, paymentsPath } from "~/web/thing-paths";
import { leadsPath, pathOfTab } from "./lead-view";
import { useDealColumns } from "./use-deal-columns";

export type DealsTableProps = {
  page: Page<DealView>;
  total?: Count;
  order: Order<DealOrder>;
  /** Whether the amount sorts them too. */
  sortable: boolean;
  nothing: ReactNode;
};

/** The won deals with what they pay; a row opens everything about the deal. */
export function DealsTable({ page, total, order, sortable, nothing }: DealsTableProps) {
  const { t } = useTranslation("leads");
  const filters = leadsPath(useAddress()).split("?")[1] ?? "tab=deals";
  const columns = useDealColumns(order, sortable, `?${filters}`, page.rows);
  const pathOf = (deal: DealView, dialog = "") => dealPath(deal.id, `${dialog}?${filters}`);
  const currencies = new Set(page.rows.map(({ amount }) => amount.currency));
  if (page.rows.length === 0) return nothing ?? <NoDealsYet />;
  return (
    <div className="space-y-4">
      {order.by === "amount" && currencies.size > 1 && (
        <p className="text-xs text-muted">{t("deals.amount_order")}</p>
      )}
      <Table
        caption={t("deals.caption")}
        fit="many"
        columns={columns}
        rows={page.rows}
        rowKey={(deal) => deal.id}
        rowHref={(deal) => pathOf(deal)}
        rowOpensDialog
        rowActions={(deal) => (
          <Menu
            size="icon-sm"
            trigger={<Ellipsis aria-hidden />}
            label={t("deals.actions", { deal: deal.title })}
          >
            <MenuLink to={pathOf(deal)} preventScrollReset>
              {t("deals.details")}
            </MenuLink>
            <MenuLink to={pathOf(deal, "/edit")} preventScrollReset>
              {t("deals.edit")}
            </MenuLink>
            {deal.commission.amount > 0 && (
              <MenuLink to={paymentsPath(deal.id)}>{t("deals.to_payments")}</MenuLink>
            )}
          </Menu>
        )}
      />
      <PageLinks page={page} total={total} path="/leads" />
    </div>
  );
}

function NoDealsYet() {
  const { t } = useTranslation("leads");
  return (
    <EmptyState
      framed
      icon={Trophy}
      title={t("deals.empty")}
      action={<ButtonLink to={pathOfTab("pipeline")}>{t("deals.empty_action")}</ButtonLink>}
    >
      {t("deals.empty_text")}
    </EmptyState>
  );
}
