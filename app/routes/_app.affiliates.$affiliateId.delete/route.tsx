import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { deactivateAffiliate } from "~/domain/affiliates/deactivate-affiliate.server";
import { countLeadsAndDeals, deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { affiliateOf } from "~/server/named-affiliate.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import type { Scope } from "~/domain/shared/scope";
import { sendForm } from "~/browser/client-actions";
import { runAction, type Acting } from "~/server/action.server";
import { intent } from "~/browser/intents";
import { affiliateList, behindDialog } from "~/paths/affiliate-view";

const intents = { delete: "button", deactivate: "button" } as const;

export async function loader(args: LoaderFunctionArgs) {
  const affiliate = await affiliateOf(args);
  const holdings = await staffScope(args, (scope) => countLeadsAndDeals(scope, affiliate.id));
  const t = await translator(args.request);
  return { affiliate, holdings, title: t("affiliates:delete.title") };
}

export async function action(args: ActionFunctionArgs) {
  const { search } = new URL(args.request.url);
  const behind = behindDialog(args.params["affiliateId"] ?? "", search);
  const button = (change: (scope: Scope, id: string) => Promise<void>, done: "updated" | "deleted") => ({
    backTo: behind,
    run: async (_: unknown, { inScope, t }: Acting<"member">) => {
      await inScope(async (scope) => {
        const affiliate = await readAffiliate(scope, args.params["affiliateId"]);
        if (!affiliate) throw new DomainError("not_found");
        await change(scope, affiliate.id);
      });
      return {
        // A deleted affiliate has no page any more.
        to: done === "deleted" ? affiliateList(search) : behind,
        toast: { tone: "success" as const, title: t(`affiliates:toast.${done}`) },
      };
    },
  });
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    of: intents,
    intents: {
      delete: button(deleteAffiliate, "deleted"),
      deactivate: button(deactivateAffiliate, "updated"),
    },
  });
}

export async function clientAction(args: ClientActionFunctionArgs) {
  return sendForm(args, intents);
}

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function DeleteAffiliate() {
  const { affiliate, holdings } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["affiliates", "common"]);
  const behind = behindDialog(affiliate.id, useAddress().search);
  const { name, email, status } = affiliate;
  const refused = holdings.deals > 0;
  const inactive = status === "inactive";
  return (
    <RouteDialog
      kind="alert"
      size="sm"
      title={t("delete.title")}
      description={refused ? undefined : t("delete.text")}
      closeTo={behind}
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
          <DialogCancel to={behind} autoFocus />
          {!refused && (
            <SubmitButton variant="danger" {...intent(intents, "delete")} pendingLabel={t("delete.pending")}>
              {t("delete.submit")}
            </SubmitButton>
          )}
          {refused && !inactive && (
            <SubmitButton {...intent(intents, "deactivate")} pendingLabel={t("delete.deactivating")}>
              {t("delete.deactivate")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
