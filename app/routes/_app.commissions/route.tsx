import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { CalendarPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { AffiliateFilter } from "~/components/payments/affiliate-filter";
import { PageHeader } from "~/components/ui/page-header";
import { TabsNav } from "~/components/ui/tabs-nav";
import { translator } from "~/i18n/i18n.server";
import { MOST_AT_ONCE } from "~/domain/commissions/payment";
import { formOf } from "~/web/form.server";
import { pageTitle } from "~/web/page-title";
import { ScreenError } from "~/web/screen-error";
import { paymentTabs } from "~/domain/commissions/payment";
import { buttonClientAction, keepingClientAction } from "~/web/form-action";
import { useReply } from "~/web/use-reply";
import { generate, markPaid, pay } from "./actions.server";
import { DueSummary } from "./due-summary";
import { DueTable } from "./due-table";
import { loadPayments } from "./load.server";
import { NoPayments } from "./no-payments";
import { PaymentStats } from "./payment-stats";
import { PaymentTable } from "./payment-table";
import { usePaymentColumns } from "./use-payment-columns";

export async function loader(call: LoaderFunctionArgs) {
  const t = await translator(call.request);
  return { title: t("commissions:title"), ...(await loadPayments(call)) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request, { payment_id: MOST_AT_ONCE, deal_id: MOST_AT_ONCE });
  switch (form.get("intent")) {
    case "generate":
      return generate({ request, context });
    case "mark-paid":
      return markPaid({ request, context }, form);
    case "pay":
      return pay({ request, context }, form);
    default:
      throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

export async function clientAction(call: ClientActionFunctionArgs) {
  const form = await call.request.clone().formData();
  return form.get("intent") === "pay" ? keepingClientAction(call) : buttonClientAction(call);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Commissions() {
  const { tab, order, page, totals, counts, affiliates, due, currency } = useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("commissions");
  const columns = usePaymentColumns(tab, order);
  const chosen = affiliates.chosen;
  return (
    <div className="space-y-6">
      <PageHeader title={t("title")} subtitle={t("subtitle")} actions={<GenerateButton />} />
      <PaymentStats totals={totals} currency={currency} />
      <div className="space-y-4">
        <TabsNav
          path="/commissions"
          label={t("tabs.label")}
          current={tab}
          items={paymentTabs.map((value) => ({ value, label: t(`tabs.${value}`), count: counts[value] }))}
          drop={["sort"]}
        />
        {(chosen || counts.all > 0) && (
          <AffiliateFilter
            path="/commissions"
            {...affiliates}
            words={{ label: t("affiliate"), all: t("filter.all"), submit: t("filter.submit") }}
          />
        )}
        {due.summary && due.summary.top.length > 1 && <DueSummary {...due.summary} />}
        {page.rows.length === 0 ? (
          <div className="rounded-lg border bg-surface">
            <NoPayments
              tab={tab}
              affiliate={chosen?.name ?? null}
              none={counts.all === 0}
              beyond={counts[tab] > 0}
            />
          </div>
        ) : tab === "due" ? (
          <DueTable {...{ page, columns, all: due.all, lastResult }} />
        ) : (
          <PaymentTable {...{ page, tab, columns }} />
        )}
      </div>
      <Outlet />
    </div>
  );
}

function GenerateButton() {
  const { t } = useTranslation("commissions");
  return (
    <Form method="post" preventScrollReset className="max-md:*:w-full">
      <input type="hidden" name="intent" value="generate" />
      <SubmitButton pendingLabel={t("generating")}>
        <CalendarPlus aria-hidden />
        {t("generate")}
      </SubmitButton>
    </Form>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("commissions");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen="/commissions" />;
}
