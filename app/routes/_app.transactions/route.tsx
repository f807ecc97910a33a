import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ExportList } from "~/components/exports/export-list";
import { PeriodFilter } from "~/components/forms/period-filter";
import { AffiliateGroups } from "~/components/payments/affiliate-groups";
import { AffiliateFilter } from "~/components/payments/affiliate-filter";
import { GroupLink, PaymentFilters } from "~/components/payments/payment-filters";
import { ViewsMenu } from "~/components/lists/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { UnchangedPanel } from "~/components/toast/unchanged-panel";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { periodProblem } from "~/domain/shared/period";
import {
  listTransactions,
  totalTransactions,
  type TransactionTotals,
} from "~/domain/commissions/list-transactions.server";
import { groupByAffiliate } from "~/domain/commissions/group-by-affiliate.server";
import { receiptFilters, type ReceiptFilter } from "~/domain/commissions/commission";
import { translator } from "~/server/request-language.server";
import { transactionListParams } from "~/server/list-params.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";

import { TransactionTable } from "./transaction-table";
import { paths } from "~/paths/paths";
import { SumLine } from "~/components/ui/sum-line";
import { useFormat } from "~/browser/use-format";

type TransactionStatsProps = {
  totals: Record<ReceiptFilter, TransactionTotals>;
  /** The currency of the zero that is shown while nothing is paid. */
  currency: string;
};

/** Paid amounts, with and without a receipt, per currency. */
function TransactionStats({ totals, currency }: TransactionStatsProps) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return (
    <SumLine
      onPhones="main"
      sums={receiptFilters.map((key) => {
        const { count, amounts } = totals[key];
        return {
          label: t(`cards.${key}`),
          value: (amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money),
          count: t("payments", { count }),
          isMain: key === "all",
        };
      })}
    />
  );
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const cursor = searchParams.get("cursor");
  return staffScope({ request, context }, async (scope) => {
    await openDefaultView(scope, request, "transactions");
    const { tab, filter, order, affiliates, search, cut, isGrouped } = await transactionListParams(scope, searchParams);
    const { kind, period } = filter;
    return {
      title: t("transactions:title"),
      tab,
      search,
      cut,
      groups: isGrouped ? await groupByAffiliate(scope, { ...filter, tab: "paid", receipt: tab }) : null,
      kind,
      period,
      affiliates,
      order,
      paged: cursor !== null,
      page: await listTransactions(scope, tab, { ...filter, cursor, direction: order.direction }),
      totals: await totalTransactions(scope, filter),
      currency: (await scope.organization()).defaultCurrency,
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

export default function Transactions() {
  const { tab, kind, period, affiliates, order, paged, page, totals, currency, search, cut, groups } =
    useLoaderData<typeof loader>();
  const { t } = useTranslation("transactions");
  const { pathname } = useLocation();
  const problem = periodProblem(new URLSearchParams(useAddress().search));
  const filtered = search !== "" || kind !== null || period !== null || affiliates.chosen !== null;
  const nothing = filtered ? "filter" : totals.all.count === 0 ? "all" : tab;
  return (
    <div className="space-y-2">
      <PageHeader
        title={t("title")}
        views={<ViewsMenu list="transactions" />}
        subtitle={t("subtitle")}
        actions={<ExportList name="transactions" />}
      />
      {/* A dialog shows it itself. */}
      {pathname === paths.transactions() && <UnchangedPanel />}
      <TransactionStats totals={totals} currency={currency} />
      <div className="space-y-2">
        <div className="flex items-center gap-2 border-b *:first:min-w-0 *:first:flex-1 *:first:border-b-0">
          <TabsNav
            path={paths.transactions()}
            label={t("tabs.label")}
            current={tab}
            items={receiptFilters.map((value) => ({
              value,
              label: t(`tabs.${value}`),
              count: totals[value].count,
            }))}
          />
          <GroupLink path={paths.transactions()} isGrouped={groups !== null} />
        </div>
        {(filtered || problem || totals.all.count > 0) && (
          <PaymentFilters path={paths.transactions()} kind={kind} search={search} cut={cut}>
            <PeriodFilter path={paths.transactions()} chosen={period} of="paid" all="" />
            <AffiliateFilter
              path={paths.transactions()}
              {...affiliates}
              others={["q", "kind", "period", "from", "to"]}
              words={{ label: t("affiliate"), all: t("filter.all"), submit: t("filter.submit") }}
            />
          </PaymentFilters>
        )}
        {groups && groups.rows.length > 0 ? (
          <AffiliateGroups path={paths.transactions()} {...groups} />
        ) : (
          <TransactionTable
            page={page}
            order={order}
            count={totals[tab].count}
            why={paged && totals[tab].count > 0 ? "beyond" : nothing}
          />
        )}
      </div>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("transactions");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.transactions()} />;
}
