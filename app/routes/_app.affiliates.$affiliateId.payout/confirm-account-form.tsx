import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { staffPayeeIntents } from "~/components/payouts/payee-intents";
import { confirmAccountSchema } from "~/domain/payouts/payee.schema";
import type { Proofs } from "~/server/prove.server";
import "~/components/payouts/payee-texts";

type ConfirmAccountFormProps = { id: string; proofs: Proofs | null; lastResult: FormReply | undefined };

/** Asks a member with whom the account was checked, which ends the waiting time. */
export function ConfirmAccountForm({ id, proofs, lastResult }: ConfirmAccountFormProps) {
  const { t } = useTranslation("payouts");
  const proofLabels = useProofLabels();
  const [form, fields] = useForm({ id: "confirm-account", lastResult, ...bySchema(confirmAccountSchema) });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-3">
      <FormErrors form={form} labels={{ note: t("payee.note"), ...proofLabels }} />
      <HiddenField field={fields.id} value={id} />
      <TextField
        field={fields.note}
        label={t("payee.note")}
        help={`${t("payee.note_help")}. ${t("payee.confirm_text")}`}
        autoComplete="off"
      />
      <input type="hidden" {...intent(staffPayeeIntents, "confirm")} />
      <ProofFields proofs={proofs} fields={fields} />
      {isTyped(proofs) && (
        <div>
          <SubmitButton pendingLabel={t("payee.confirming")}>{t("payee.confirm")}</SubmitButton>
        </div>
      )}
    </Form>
  );
}
