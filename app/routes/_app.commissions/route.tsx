import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { ExportList } from "~/components/exports/export-list";
import { PeriodFilter, type PeriodOf } from "~/components/forms/period-filter";
import { AffiliateGroups } from "~/components/payments/affiliate-groups";
import { AffiliateFilter } from "~/components/payments/affiliate-filter";
import { DealChip } from "~/components/payments/deal-chip";
import { GenerateButton } from "~/components/payments/generate-button";
import { GroupLink, PaymentFilters } from "~/components/payments/payment-filters";
import { Icon } from "~/components/ui/icon";
import { ViewsMenu } from "~/components/lists/views-menu";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
import { translator } from "~/server/request-language.server";
import { MAX_AT_ONCE, paymentTabs, type PaymentTab } from "~/domain/commissions/commission";
import { screenTitle } from "~/browser/page-title";
import { ScreenError } from "~/components/errors/screen-error";
import { periodProblem } from "~/domain/shared/period";
import { useReply } from "~/browser/use-reply";
import { customerPaid } from "~/server/customer-payment.server";
import { generate, markPaid, pay } from "~/server/payment-forms.server";
import { DueTable, WaitingTable } from "./due-table";
import { loadPayments } from "./load.server";
import { NoPayments } from "./no-payments";
import { PaidPanel } from "./paid-panel";
import { PaymentStats } from "./payment-stats";
import { PaymentTable } from "./payment-table";
import { usePaymentColumns } from "./use-payment-columns";
import { runAction } from "~/server/action.server";
import { sendForm } from "~/browser/client-actions";
import { commissionIntents } from "~/components/payments/commission-intents";
import { paths } from "~/paths/paths";
import { addressWith } from "~/paths/address";
import { ImportLink } from "~/components/imports/import-link";
import { Menu, MenuLink, MenuText } from "~/components/ui/menu";
import type { DueOfAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { useFormat } from "~/browser/use-format";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  return { title: t("commissions:title"), ...(await loadPayments(args)) };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return runAction(args, {
    who: "member",
    repeated: { payment_id: MAX_AT_ONCE, deal_id: MAX_AT_ONCE },
    of: commissionIntents,
    intents: {
      generate: generate(request),
      "mark-paid": markPaid(request),
      pay: pay(request),
      "customer-paid": customerPaid(request),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, commissionIntents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = screenTitle;

/** The day of the payments that the period filters by. */
const periodOf: Record<PaymentTab, PeriodOf> = {
  due: "due",
  waiting: "due",
  planned: "due",
  paid: "paid",
  all: "due_or_paid",
};

export default function Commissions() {
  const {
    tab,
    order,
    page,
    totals,
    counts,
    affiliates,
    deal,
    kind,
    period,
    dueBy,
    next,
    currency,
    today,
    search,
    cut,
    groups,
  } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("commissions");
  const columns = usePaymentColumns(tab, order, period !== null);
  const affiliate = affiliates.chosen;
  const affiliateName = useAffiliateName();
  // Most organizations pay without waiting for customers.
  const isShown = (value: PaymentTab) => value !== "waiting" || tab === "waiting" || counts.waiting > 0;
  const problem = periodProblem(new URLSearchParams(useAddress().search));
  const filtered = search !== "" || affiliate !== null || kind !== null || period !== null || problem !== null;
  return (
    <div className="space-y-2">
      <PageHeader
        title={t("title")}
        views={<ViewsMenu list="commissions" />}
        subtitle={t("subtitle")}
        actions={
          <>
            {counts.due > 0 && <PayAllLink />}
            {/* On phones below the others, whose icons need little room. */}
            <GenerateButton className="max-md:order-last max-md:!basis-full" />
            <RunsLink />
            <ExportList name="commissions" compact />
          </>
        }
      />
      <PaidPanel />
      <PaymentStats totals={totals} currency={currency} />
      <div className="space-y-2">
        <div className="flex items-center gap-2 border-b *:first:min-w-0 *:first:flex-1 *:first:border-b-0">
          <TabsNav
            path={paths.commissions()}
            label={t("tabs.label")}
            current={tab}
            items={paymentTabs.filter(isShown).map((value) => ({
              value,
              label: t(value === "all" ? "tabs.all" : `states.${value}`),
              count: counts[value],
            }))}
            drop={["sort"]}
          />
          <GroupLink path={paths.commissions()} isGrouped={groups !== null} />
        </div>
        {deal ? (
          <DealChip path={paths.commissions()} deal={deal} />
        ) : (
          (filtered || counts.all > 0) && (
            <PaymentFilters path={paths.commissions()} kind={kind} search={search} cut={cut}>
              <PeriodFilter path={paths.commissions()} chosen={period} of={periodOf[tab]} all="" />
              <AffiliateFilter
                path={paths.commissions()}
                {...affiliates}
                others={["q", "kind", "period", "from", "to"]}
                words={{ label: t("affiliate"), all: t("filter.all"), submit: t("filter.submit") }}
              />
              {dueBy && dueBy.top.length > 1 && <DueSummary {...dueBy} />}
              {tab === "waiting" && <ImportLink kind="customer-payments" label={t("customer.import")} />}
            </PaymentFilters>
          )
        )}
        {page.rows.length === 0 ? (
          <div className="rounded-lg border bg-surface">
            <NoPayments
              tab={tab}
              counts={counts}
              kind={kind}
              period={period}
              search={search}
              deal={deal}
              next={next}
              affiliate={affiliate && affiliateName(affiliate.id, affiliate.name)}
            />
          </div>
        ) : groups ? (
          <AffiliateGroups path={paths.commissions()} {...groups} />
        ) : tab === "due" ? (
          <DueTable page={page} count={counts.due} columns={columns} lastResult={lastResult} />
        ) : tab === "waiting" ? (
          <WaitingTable page={page} count={counts.waiting} columns={columns} lastResult={lastResult} today={today} />
        ) : (
          <PaymentTable page={page} count={counts[tab]} tab={tab} columns={columns} />
        )}
      </div>
      <Outlet />
    </div>
  );
}

/** Opens the dialog that pays all due commissions of the current filter and search. */
function PayAllLink() {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  return (
    <DialogLink variant="primary" to={paths.payAll(search)}>
      <Icon name="check" />
      {t("pay_all.button")}
    </DialogLink>
  );
}

/** Opens the dialog with the preview of a generation run, and the past runs. */
function RunsLink() {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  return (
    <DialogLink size="icon" to={paths.generationRuns(search)} aria-label={t("runs.open")} className="max-md:!flex-none">
      <Icon name="rotate-ccw-clock" />
    </DialogLink>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("commissions");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen={paths.commissions()} />;
}

type DueSummaryProps = {
  top: readonly DueOfAffiliate[];
  /** True if other affiliates have due commissions too. */
  more: boolean;
};

/** Amounts due by affiliate, in a menu. An entry filters the list by its affiliate. */
function DueSummary({ top, more }: DueSummaryProps) {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  const format = useFormat();
  const affiliateName = useAffiliateName();
  return (
    <Menu variant="secondary" trigger={<Icon name="sigma" />} label={t("due.title")} size="icon">
      {top.map(({ affiliateId, name, count, amounts }) => (
        <MenuLink
          key={affiliateId}
          to={addressWith(paths.commissions(), search, { tab: null, affiliate: affiliateId })}
          preventScrollReset
        >
          <span className="min-w-0 flex-1 truncate">{affiliateName(affiliateId, name)}</span>
          <span className="sr-only">, {t("payments", { count })}, </span>
          <span className="text-right tabular-nums">{amounts.map(format.money).join(" · ")}</span>
        </MenuLink>
      ))}
      {more && <MenuText>{t("due.more")}</MenuText>}
    </Menu>
  );
}
