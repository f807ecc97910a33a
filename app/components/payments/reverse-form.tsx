import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogCancel, DialogForm } from "~/components/ui/route-dialog";
import type { ReversiblePayment } from "~/domain/commissions/read-reversal.server";
import { reversePaymentSchema } from "~/domain/commissions/commission.schema";
import { useFormat } from "~/browser/use-format";

export type ReverseFormProps = {
  reversible: ReversiblePayment;
  closeTo: string;
  lastResult: SubmissionResult<string[]> | undefined;
};

/** Explains what reversing a payment does, and requires a reason. */
export function ReverseForm({ reversible, closeTo, lastResult }: ReverseFormProps) {
  const { t } = useTranslation("transactions");
  const consequences = useConsequences(reversible);
  const { kind, id } = reversible.transaction;
  const affiliate = useAffiliate(reversible);
  const [form, fields] = useForm({
    lastResult,
    ...bySchema(reversePaymentSchema),
  });
  return (
    <DialogForm {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} labels={{ reason: t("reverse.reason") }} />
      <HiddenField field={fields.kind} value={kind} />
      <HiddenField field={fields.id} value={id} />
      {reversible.batchId && <HiddenField field={fields.batch_id} value={reversible.batchId} />}
      <ul className="list-disc space-y-1 rounded-md bg-sunken py-3 pr-4 pl-8">
        {consequences.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
      <TextareaField
        field={fields.reason}
        label={t("reverse.reason")}
        help={affiliate ? t("reverse.reason_help_affiliate", { name: affiliate }) : t("reverse.reason_help")}
        rows={2}
      />
      <FormActions>
        <DialogCancel to={closeTo} />
        <SubmitButton variant="danger" pendingLabel={t("reverse.pending")}>
          {t("reverse.submit")}
        </SubmitButton>
      </FormActions>
    </DialogForm>
  );
}

/** Returns the affiliate that was paid and is notified. */
function useAffiliate({ transaction: { affiliateId, affiliate } }: ReversiblePayment): string | null {
  return useAffiliateName()(affiliateId, affiliate);
}

function useConsequences(reversible: ReversiblePayment): string[] {
  const { transaction, open } = reversible;
  const affiliate = useAffiliate(reversible);
  const { t } = useTranslation("transactions");
  const format = useFormat();
  const { amount, receiptUrl } = transaction;
  const same = open?.amount === amount.amount && open.currency === amount.currency;
  const money = same
    ? t("reverse.open")
    : open
      ? t("reverse.changed", { amount: format.money(open) })
      : t("reverse.gone");
  return [
    money,
    ...(receiptUrl ? [t("reverse.receipt")] : []),
    ...(affiliate ? [t("reverse.told", { name: affiliate })] : []),
    t("reverse.logged"),
  ];
}
