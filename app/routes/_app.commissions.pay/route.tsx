import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { MAX_AT_ONCE } from "~/domain/commissions/commission";
import { nameForStaff } from "~/domain/affiliates/namesakes.server";
import { dueVersion, readPayable } from "~/domain/commissions/pay-all-due.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { formatDay } from "~/domain/shared/dates";
import { numberLocale, translator } from "~/server/request-language.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paymentListParams } from "~/server/list-params.server";
import { PayAllForm } from "~/components/payments/pay-all-form";
import { runAction } from "~/server/action.server";
import { RECEIPT_FILE } from "~/server/files/take-receipt.server";
import { payAll } from "~/server/payment-forms.server";
import { periodWords } from "~/i18n/period-words";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const locale = await numberLocale(request);
  const { search, searchParams } = new URL(request.url);
  return staffScope({ request, context }, async (scope) => {
    const { filter, affiliates, deal, period, search: words } = await paymentListParams(scope, searchParams);
    const payable = await readPayable(scope, filter);
    const due = payable ?? (await totalPayments(scope, filter)).due;
    const named = [
      deal ? `${deal.title}, ${deal.company}` : words && `"${words}"`,
      filter.kind && t(`transactions:kinds.${filter.kind}`),
      affiliates.chosen && (await nameForStaff(scope, affiliates.chosen)),
      period && periodWords(t, period, (day) => formatDay(day, locale)),
    ].filter(Boolean);
    return {
      title: t("commissions:pay_all.title"),
      closeTo: paths.commissions(search),
      due: { count: due.count, amounts: due.amounts },
      version: dueVersion(due),
      filter: named.join(", "),
      payees: payable?.payees ?? null,
    };
  });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, { who: "member", takesFile: RECEIPT_FILE, ...payAll(args.request) });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Pays all due commissions that match the filter of the screen, with one receipt (COM-06). */
export default function PayAllDialog() {
  const { title, closeTo, due, version, filter, payees } = useLoaderData<typeof loader>();
  const { t } = useTranslation("commissions");
  const lastResult = useReply();
  const text =
    due.count === 0
      ? t("none.due_text")
      : payees === null
        ? t("pay_all.over_limit", { count: due.count, max: MAX_AT_ONCE })
        : t("pay_all.text", { count: due.count });
  return (
    <RouteDialog title={title} description={text} closeTo={closeTo} size="sm">
      {due.count > 0 && payees ? (
        <PayAllForm
          due={due}
          version={version}
          filter={filter}
          payees={payees}
          closeTo={closeTo}
          lastResult={lastResult}
        />
      ) : (
        <FormActions>
          <DialogCancel to={closeTo} />
        </FormActions>
      )}
    </RouteDialog>
  );
}
