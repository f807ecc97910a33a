import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Outlet, useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { CalendarPlus, Check } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { AffiliateFilter } from "~/components/payments/affiliate-filter";
import { DealChip } from "~/components/payments/deal-chip";
import { KindFilter } from "~/components/payments/kind-filter";
import { KeepFocus } from "~/components/ui/keep-focus";
import { PageHeader } from "~/components/ui/page-header";
import { DialogLink } from "~/components/ui/route-dialog";
import { TabsNav } from "~/components/ui/tabs-nav";
import { useAddress } from "~/components/ui/use-address";
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

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Commissions() {
  const { tab, order, page, totals, counts, affiliates, deal, kind, dueBy, next, currency } =
    useLoaderData<typeof loader>();
  const lastResult = useReply();
  const { t } = useTranslation("commissions");
  const columns = usePaymentColumns(tab, order);
  const affiliate = affiliates.chosen;
  const filtered = affiliate !== null || kind !== null;
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <>
            {counts.due > 0 && <PayAllLink />}
            <GenerateButton />
          </>
        }
      />
      <PaymentStats totals={totals} currency={currency} />
      <div className="space-y-4">
        <TabsNav
          path="/commissions"
          label={t("tabs.label")}
          current={tab}
          items={paymentTabs.map((value) => ({ value, label: t(`tabs.${value}`), count: counts[value] }))}
          drop={["sort"]}
        />
        {deal ? (
          <DealChip path="/commissions" deal={deal} />
        ) : (
          (filtered || counts.all > 0) && (
            <div data-print="hide" className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
              <KindFilter path="/commissions" current={kind} />
              <AffiliateFilter
                path="/commissions"
                {...affiliates}
                others={["kind"]}
                words={{ label: t("affiliate"), all: t("filter.all"), submit: t("filter.submit") }}
              />
            </div>
          )
        )}
        {dueBy && dueBy.top.length > 1 && <DueSummary {...dueBy} />}
        <KeepFocus>
          {page.rows.length === 0 ? (
            <div className="rounded-lg border bg-surface">
              <NoPayments {...{ tab, counts, kind, deal, next }} affiliate={affiliate?.name ?? null} />
            </div>
          ) : tab === "due" ? (
            <DueTable {...{ page, count: counts.due, columns, lastResult }} />
          ) : (
            <PaymentTable {...{ page, count: counts[tab], tab, columns }} />
          )}
        </KeepFocus>
      </div>
      <Outlet />
    </div>
  );
}

/** Opens the dialog that pays everything due, of what the list is narrowed to. */
function PayAllLink() {
  const { t } = useTranslation("commissions");
  const { search } = useAddress();
  return (
    <DialogLink variant="primary" to={`/commissions/pay${search}`}>
      <Check aria-hidden />
      {t("pay_all.button")}
    </DialogLink>
  );
}

function GenerateButton() {
  const { t } = useTranslation("commissions");
  return (
    <Form
      method="post"
      action={`/commissions${useAddress().search}`}
      preventScrollReset
      className="max-md:*:w-full"
    >
      <input type="hidden" name="intent" value="generate" />
      <SubmitButton variant="secondary" pendingLabel={t("generating")}>
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
