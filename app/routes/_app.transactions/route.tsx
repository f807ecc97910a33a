import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PageHeader } from "~/components/ui/page-header";
import { TabsNav } from "~/components/ui/tabs-nav";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import {
  listTransactions,
  totalTransactions,
  type ReceiptFilter,
} from "~/domain/transactions/list-transactions.server";
import { transactionKinds } from "~/domain/transactions/transaction.schema";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { ScreenError } from "~/web/screen-error";
import { KindFilter } from "./kind-filter";
import { TransactionStats } from "./transaction-stats";
import { TransactionTable } from "./transaction-table";
import { pageTitle } from "~/web/page-title";

const tabs = ["all", "with", "without"] as const satisfies ReceiptFilter[];

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const tab = tabs.find((one) => one === searchParams.get("tab")) ?? "all";
  const kind = transactionKinds.find((one) => one === searchParams.get("kind")) ?? null;
  const cursor = searchParams.get("cursor");
  return staffScope({ request, context }, async (scope) => ({
    title: t("transactions:title"),
    tab,
    kind,
    page: await listTransactions(scope, tab, { kind, cursor }),
    totals: await totalTransactions(scope, { kind }),
    currency: (await readOrganization(scope)).defaultCurrency,
  }));
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Transactions() {
  const { tab, kind, page, totals, currency } = useLoaderData<typeof loader>();
  const { t } = useTranslation("transactions");
  return (
    <div className="space-y-6">
      <PageHeader title={t("title")} subtitle={t("subtitle")} />
      <TransactionStats totals={totals} currency={currency} />
      <div className="space-y-4">
        <TabsNav
          path="/transactions"
          label={t("tabs.label")}
          current={tab}
          items={tabs.map((value) => ({ value, label: t(`tabs.${value}`), count: totals[value].count }))}
        />
        {(kind !== null || totals.all.count > 0) && <KindFilter current={kind} />}
        <TransactionTable page={page} tab={tab} kind={kind} />
      </div>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("transactions");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen="/transactions" />;
}
