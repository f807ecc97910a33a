import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { PayAllForm } from "~/components/payments/pay-all-form";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { MAX_AT_ONCE } from "~/domain/commissions/commission";
import { dueVersion, readPayable, type Payable } from "~/domain/commissions/pay-all-due.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { knownSearch } from "~/paths/address";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { RECEIPT_FILE } from "~/server/files/take-receipt.server";
import { staffScope } from "~/server/open-scope.server";
import { payeesIn } from "~/server/payees.server";
import { payOwed } from "~/server/payment-forms.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payee-texts";

const nothing: Payable = { count: 0, amounts: [], payees: [] };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { search, searchParams } = new URL(request.url);
  const wanted = payeesIn(searchParams);
  return staffScope({ request, context }, async (scope) => {
    // Null: more than can be paid together.
    const payable = wanted ? await readPayable(scope, wanted) : nothing;
    const due = payable ?? nothing;
    return {
      title: t("payouts:pay.title"),
      closeTo: paths.payouts(knownSearch(search)),
      chosen: wanted !== null,
      payees: payable?.payees ?? null,
      due: { count: due.count, amounts: due.amounts },
      version: dueVersion(due),
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, { who: "member", takesFile: RECEIPT_FILE, ...payOwed(args.request) });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Shows every payee with its amount before it is paid (WORK-02). */
export default function PayOwed() {
  const { title, closeTo, chosen, payees, due, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["payouts", "commissions"]);
  const lastResult = useReply();
  const text = !chosen
    ? t("pay.none_chosen")
    : payees === null
      ? t("pay.over_limit", { max: MAX_AT_ONCE })
      : due.count === 0
        ? t("pay.nothing_due")
        : t("commissions:pay_all.text", { count: due.count });
  return (
    <RouteDialog title={title} description={text} closeTo={closeTo} size="sm">
      {payees && due.count > 0 ? (
        <PayAllForm due={due} version={version} payees={payees} closeTo={closeTo} lastResult={lastResult} />
      ) : (
        <FormActions>
          <DialogCancel to={closeTo} />
        </FormActions>
      )}
    </RouteDialog>
  );
}
