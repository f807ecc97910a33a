import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, Outlet, useLoaderData } from "@remix-run/react";
import { CalendarPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { PageHeader } from "~/components/ui/page-header";
import { TabsNav } from "~/components/ui/tabs-nav";
import { listPayments, totalPayments } from "~/domain/commissions/list-payments.server";
import { paymentStates } from "~/domain/commissions/payment";
import { readOrganization } from "~/domain/organizations/read-organization.server";
import { translator } from "~/i18n/i18n.server";
import { staffScope } from "~/web/open-scope.server";
import { ScreenError } from "~/web/screen-error";
import { generate, markPaid } from "./actions.server";
import { PaymentStats } from "./payment-stats";
import { PaymentTable } from "./payment-table";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";

const tabs = [...paymentStates, "all"] as const;

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { searchParams } = new URL(request.url);
  const tab = tabs.find((one) => one === searchParams.get("tab")) ?? "due";
  return staffScope({ request, context }, async (scope) => {
    const totals = await totalPayments(scope);
    const { due, planned, paid } = totals;
    return {
      title: t("commissions:title"),
      tab,
      page: await listPayments(scope, tab, searchParams.get("cursor")),
      totals,
      counts: {
        due: due.count,
        planned: planned.count,
        paid: paid.count,
        all: due.count + planned.count + paid.count,
      },
      currency: (await readOrganization(scope)).defaultCurrency,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const form = await formOf(request);
  switch (form.get("intent")) {
    case "generate":
      return generate({ request, context });
    case "mark-paid":
      return markPaid({ request, context }, form);
    default:
      throw new Response(null, { status: 400, statusText: "Bad Request" });
  }
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Commissions() {
  const { tab, page, totals, counts, currency } = useLoaderData<typeof loader>();
  const { t } = useTranslation("commissions");
  return (
    <div className="space-y-6">
      <PageHeader
        title={t("title")}
        subtitle={t("subtitle")}
        actions={
          <Form method="post" preventScrollReset className="max-md:*:w-full">
            <input type="hidden" name="intent" value="generate" />
            <SubmitButton pendingLabel={t("generating")}>
              <CalendarPlus aria-hidden />
              {t("generate")}
            </SubmitButton>
          </Form>
        }
      />
      <PaymentStats totals={totals} currency={currency} />
      <div className="space-y-4">
        <TabsNav
          path="/commissions"
          label={t("tabs.label")}
          current={tab}
          items={tabs.map((value) => ({ value, label: t(`tabs.${value}`), count: counts[value] }))}
        />
        <PaymentTable page={page} tab={tab} empty={counts.all === 0} />
      </div>
      <Outlet />
    </div>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation("commissions");
  return <ScreenError title={t("title")} failed={t("load_failed")} screen="/commissions" />;
}
