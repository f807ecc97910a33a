import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { screenTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { ScreenError } from "~/components/errors/screen-error";
import { FilterSearch } from "~/components/forms/filter-search";
import { useFilterForm } from "~/components/forms/use-filter-form";
import { Button, ButtonLink } from "~/components/ui/button";
import { ViewsMenu } from "~/components/lists/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { ClearFilters, ListToolbar } from "~/components/ui/list-toolbar";
import { SumLine } from "~/components/ui/sum-line";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { countInRuns, countWhollyInRuns, listOwed, totalOwed, type OwedTotal } from "~/domain/payouts/list-owed.server";
import { readMissing } from "~/domain/payouts/read-payee.server";
import { listReclaims } from "~/domain/payouts/reclaims.server";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { owedListParams } from "~/server/list-params.server";
import { openDefaultView } from "~/server/open-view.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import { OwedTable } from "./owed-table";
import { ReclaimList } from "./reclaim-list";
import "~/components/payouts/payout-texts";
import "~/components/payouts/payee-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const { search, currency: wanted, order } = owedListParams(searchParams);
  return staffScope({ request, context }, async (scope) => {
    await openDefaultView(scope, request, "payouts");
    const totals = await totalOwed(scope);
    const { defaultCurrency } = await scope.organization();
    const nothing = { currency: defaultCurrency, affiliates: 0, dueCount: 0, due: 0, waiting: 0, planned: 0, paid: 0 };
    const total = totals.find(({ currency }) => currency === wanted) ?? totals[0] ?? nothing;
    const { currency } = total;
    const page = await listOwed(scope, { currency, search }, order, searchParams.get("cursor"));
    const owed = page.rows.filter(({ dueCount }) => dueCount > 0).map(({ id }) => id);
    return {
      title: t("payouts:title"),
      search,
      order,
      totals,
      total,
      page,
      missing: Object.fromEntries(await readMissing(scope, owed)),
      reclaims: await listReclaims(scope),
      payable: total.affiliates - (await countWhollyInRuns(scope, currency)),
      inRuns: Object.fromEntries(await countInRuns(scope, { currency, ids: owed })),
    };
  });
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** What each affiliate is owed, and the start of every payment (WORK-02). */
export default function Payouts() {
  const { search, order, totals, total, page, missing, reclaims, payable, inRuns } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["payouts", "runs", "datev"]);
  const address = useAddress();
  const { currency } = total;
  return (
    <div className="space-y-2">
      <PageHeader
        title={t("title")}
        views={<ViewsMenu list="payouts" />}
        subtitle={t("subtitle")}
        actions={
          <>
            {payable > 0 && (
              <DialogLink to={addressWith(paths.payOwed(), address.search, { tab: currency, who: "all" })}>
                {t("pay_all", { count: payable })}
              </DialogLink>
            )}
            <ButtonLink variant="secondary" to={paths.datev()}>
              {t("datev:open")}
            </ButtonLink>
            <ButtonLink variant="secondary" to={paths.payoutRuns()}>
              {t("runs:open")}
            </ButtonLink>
            {total.dueCount > 0 && (
              <ButtonLink to={paths.newPayoutRun({ currency })} data-key="c">
                {t("runs:new")}
              </ButtonLink>
            )}
          </>
        }
      />
      <OwedStats total={total} />
      <div className="space-y-2">
        {totals.length > 0 && (
          <ListToolbar>
            {totals.length > 1 && (
              <TabsNav
                path={paths.payouts()}
                label={t("currency")}
                current={currency}
                items={totals.map((one) => ({ value: one.currency, label: one.currency, count: one.affiliates }))}
              />
            )}
            <OwedSearch search={search} currency={currency} />
          </ListToolbar>
        )}
        <OwedTable
          page={page}
          missing={missing}
          inRuns={inRuns}
          order={order}
          currency={currency}
          why={search === "" ? "none" : "search"}
        />
      </div>
      <ReclaimList reclaims={reclaims} />
      <Outlet />
    </div>
  );
}

/** The sums of all affiliates in the chosen currency. */
function OwedStats({ total }: { total: OwedTotal }) {
  const { t } = useTranslation(["payouts", "commissions"]);
  const format = useFormat();
  const money = (amount: number) => format.money({ amount, currency: total.currency });
  return (
    <SumLine
      sums={[
        {
          label: t("commissions:states.due"),
          value: money(total.due),
          count: t("affiliates", { count: total.affiliates }),
          isMain: true,
        },
        ...(total.waiting > 0 ? [{ label: t("commissions:states.waiting"), value: money(total.waiting) }] : []),
        { label: t("commissions:states.planned"), value: money(total.planned) },
        { label: t("commissions:states.paid"), value: money(total.paid) },
      ]}
    />
  );
}

/** Searches affiliates by name or email address. Sends itself; without JavaScript there is a button. */
function OwedSearch({ search, currency }: { search: string; currency: string }) {
  const { t } = useTranslation("affiliates");
  const form = useFilterForm(paths.payouts(), { q: search });
  const sort = new URLSearchParams(useAddress().search).get("sort");
  return (
    <>
      <form {...form} role="search" aria-label={t("filter.label")} className="contents">
        <FilterSearch label={t("filter.search")} placeholder={t("filter.placeholder")} value={search} />
        <input type="hidden" name="tab" value={currency} />
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Button type="submit" variant="secondary" className="hidden noscript:inline-flex">
          {t("filter.submit")}
        </Button>
      </form>
      {search && <ClearFilters to={paths.payouts({ tab: currency })} />}
    </>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("payouts");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.payouts()} />;
}
