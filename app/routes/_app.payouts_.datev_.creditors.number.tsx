import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { creditorRange } from "~/domain/documents/datev-settings";
import { countUnnumbered, numberCreditors } from "~/domain/payouts/creditors.server";
import { readDatevSettings } from "~/domain/payouts/datev-settings.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("datev:creditors.rest_title");
  return staffScope({ request, context }, async (scope) => ({
    title,
    rest: await countUnnumbered(scope),
    first: String(creditorRange((await readDatevSettings(scope))?.accountLength ?? 4).first + 1),
  }));
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    run: async (_, { inScope, t }) => {
      const count = await inScope((scope) => numberCreditors(scope));
      return {
        to: paths.creditors(),
        toast: { tone: "success", title: t("datev:creditors.rest_done", { count }) },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before the remaining creditors get numbers (PAY-14). */
export default function NumberCreditors() {
  const { title, rest, first } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["datev", "common"]);
  const [form] = useForm({ lastResult: useReply() });
  return (
    <RouteDialog
      title={title}
      description={t("creditors.rest_text", { count: rest, first })}
      closeTo={paths.creditors()}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{}} />
        <FormActions>
          <DialogCancel to={paths.creditors()} />
          <SubmitButton pendingLabel={t("common:saving")}>{t("creditors.rest_submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
