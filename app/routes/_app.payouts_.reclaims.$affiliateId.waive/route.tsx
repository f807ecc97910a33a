import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { waiveSchema } from "~/domain/payouts/reclaim.schema";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { readSettlementDialog, settlementAction } from "~/server/settlement-dialog.server";
import "~/components/payouts/payout-texts";

export async function loader(args: LoaderFunctionArgs) {
  return readSettlementDialog(args, "waived");
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, settlementAction(args, "waived", waiveSchema));
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before what an affiliate owes is waived, and for the reason (PAY-13). */
export default function WaiveReclaim() {
  const { affiliateId, name, amount: owed, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation("reclaims");
  const affiliateName = useAffiliateName();
  const amount = useFormat().money(owed);
  const who = affiliateName(affiliateId, name);
  const closeTo = paths.reclaims(affiliateId);
  const [form, fields] = useForm({ lastResult: useReply(), ...bySchema(waiveSchema) });
  return (
    <RouteDialog
      title={t("waived.title", { name: who })}
      description={t("waived.text", { name: who, amount })}
      closeTo={closeTo}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ reason: t("waived.reason") }} />
        <HiddenField field={fields.version} value={version} />
        <TextareaField field={fields.reason} label={t("waived.reason")} rows={2} />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton variant="danger">{t("waived.submit", { amount })}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
