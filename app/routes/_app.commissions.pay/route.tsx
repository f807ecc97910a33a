import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { dueByAffiliate } from "~/domain/commissions/due-by-affiliate.server";
import { MOST_AT_ONCE, MOST_NAMED } from "~/domain/commissions/payment";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { translator } from "~/i18n/i18n.server";
import { formOf } from "~/web/form.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { useReply } from "~/web/use-reply";
import { payAll } from "../_app.commissions/actions.server";
import { readFilter } from "../_app.commissions/load.server";
import { PayAllForm } from "./pay-all-form";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { search, searchParams } = new URL(request.url);
  return staffScope({ request, context }, async (scope) => {
    const { filter, affiliates, deal } = await readFilter(scope, searchParams);
    const { due } = await totalPayments(scope, filter);
    const whole = !filter.affiliateId && !filter.dealId && !filter.kind;
    const named = [
      deal && `${deal.title}, ${deal.company}`,
      filter.kind && t(`transactions:kinds.${filter.kind}`),
      affiliates.chosen?.name,
    ].filter(Boolean);
    return {
      title: t("commissions:pay_all.title"),
      closeTo: `/commissions${search}`,
      due,
      filter: named.join(", "),
      dueBy: whole ? await dueByAffiliate(scope, MOST_NAMED) : null,
    };
  });
}

export async function action({ request, context }: ActionFunctionArgs) {
  return payAll({ request, context }, await formOf(request));
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Pays everything that is due and matches the filter of the screen, with one receipt (COM-06). */
export default function PayAllDialog() {
  const { title, closeTo, due, filter, dueBy } = useLoaderData<typeof loader>();
  const { t } = useTranslation("commissions");
  const lastResult = useReply();
  const tooMany = due.count > MOST_AT_ONCE;
  const text =
    due.count === 0
      ? t("none.due_text")
      : tooMany
        ? t("pay_all.over_limit", { count: due.count, max: MOST_AT_ONCE })
        : t("pay_all.text", { count: due.count });
  return (
    <RouteDialog title={title} description={text} closeTo={closeTo} size="sm">
      {due.count > 0 && !tooMany ? (
        <PayAllForm {...{ due, filter, dueBy, closeTo, lastResult }} />
      ) : (
        <FormActions>
          <DialogCancel to={closeTo} />
        </FormActions>
      )}
    </RouteDialog>
  );
}
