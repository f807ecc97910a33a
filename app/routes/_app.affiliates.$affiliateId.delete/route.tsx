import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { deactivateAffiliate } from "~/domain/affiliates/deactivate-affiliate.server";
import { countHoldings, deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/i18n/i18n.server";
import { actWithToast } from "~/web/act.server";
import { requireActingMember } from "~/web/acting-member.server";
import { affiliateOf, listBehind } from "~/web/affiliate-call.server";
import { orFaultToast } from "~/web/faults.server";
import { formOf } from "~/web/form.server";
import { staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";

export async function loader(call: LoaderFunctionArgs) {
  const affiliate = await affiliateOf(call);
  const holdings = await staffScope(call, (scope) => countHoldings(scope, affiliate.id));
  const t = await translator(call.request);
  return { affiliate, holdings, title: t("affiliates:delete.title") };
}

export async function action(call: ActionFunctionArgs) {
  await requireActingMember(call);
  const t = await translator(call.request);
  const deactivate = (await formOf(call.request)).get("intent") === "deactivate";
  const list = listBehind(call.request);
  const act = () =>
    staffScope(call, async (scope) => {
      const affiliate = await readAffiliate(scope, call.params["affiliateId"]);
      if (!affiliate) throw new DomainError("not_found");
      await (deactivate ? deactivateAffiliate : deleteAffiliate)(scope, affiliate.id);
      const done = deactivate ? "updated" : "deleted";
      return { tone: "success" as const, title: t(`affiliates:toast.${done}`) };
    });
  return orFaultToast(call, list, t("affiliates:toast.fault"), () => actWithToast(list, act, t));
}

export { buttonClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function DeleteAffiliate() {
  const { affiliate, holdings } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["affiliates", "common"]);
  const list = `/affiliates${useAddress().search}`;
  const { name, email, status } = affiliate;
  const refused = holdings.deals > 0;
  const inactive = status === "inactive";
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={t("delete.title")}
      description={refused ? undefined : t("delete.text")}
      closeTo={list}
    >
      <DialogForm className="grid gap-4">
        <div className="rounded-md bg-sunken px-4 py-3 wrap-anywhere">
          <p className="font-medium">{name}</p>
          <p className="text-muted">{email}</p>
        </div>
        {refused && (
          <Alert tone="warning" title={t("delete.refused", { name })}>
            <p>{t("delete.refused_text", { count: holdings.deals })}</p>
            <p className="mt-2">{t(inactive ? "delete.already" : "delete.instead", { name })}</p>
          </Alert>
        )}
        {!refused && holdings.leads > 0 && <p>{t("delete.leads", { count: holdings.leads })}</p>}
        <FormActions>
          <DialogCancel to={list} autoFocus />
          {!refused && (
            <SubmitButton variant="danger" name="intent" value="delete" pendingLabel={t("delete.pending")}>
              {t("delete.submit")}
            </SubmitButton>
          )}
          {refused && !inactive && (
            <SubmitButton name="intent" value="deactivate" pendingLabel={t("delete.deactivating")}>
              {t("delete.deactivate")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
