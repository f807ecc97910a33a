import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { paidBackSchema } from "~/domain/payouts/reclaim.schema";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { readSettlementDialog, settlementAction } from "~/server/settlement-dialog.server";
import "~/components/payouts/payout-texts";

export async function loader(args: LoaderFunctionArgs) {
  return readSettlementDialog(args, "paid_back");
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, settlementAction(args, "paid_back", paidBackSchema));
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Records that an affiliate has paid back what they owed (PAY-13). */
export default function EnterRepayment() {
  const { affiliateId, name, amount: owed, version, today } = useLoaderData<typeof loader>();
  const { t } = useTranslation("reclaims");
  const affiliateName = useAffiliateName();
  const amount = useFormat().money(owed);
  const closeTo = paths.reclaims(affiliateId);
  const [form, fields] = useForm({
    lastResult: useReply(),
    defaultValue: { day: today },
    ...bySchema(paidBackSchema),
  });
  return (
    <RouteDialog
      title={t("paid_back.title", { name: affiliateName(affiliateId, name) })}
      description={t("paid_back.text", { amount })}
      closeTo={closeTo}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ day: t("paid_back.day"), note: t("paid_back.note") }} />
        <HiddenField field={fields.version} value={version} />
        <DateField field={fields.day} label={t("paid_back.day")} max={today} />
        <TextareaField field={fields.note} label={t("paid_back.note")} rows={2} />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton>{t("paid_back.submit", { amount })}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
