import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { FormReply } from "~/browser/form-reply";
import { intent } from "~/browser/intents";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogLink } from "~/components/ui/route-dialog";
import { answerSchema, objectSchema } from "~/domain/documents/objection";
import { answerIntents, ownStatementIntents } from "./document-intents";
import "./payout-texts";

/** An affiliate objects to a credit note, or withdraws that (PAY-10). */
export function ObjectForm({ documentId, lastResult }: { documentId: string; lastResult: FormReply | undefined }) {
  const { t } = useTranslation("runs");
  const [form, fields] = useForm({ id: `object-${documentId}`, lastResult, ...bySchema(objectSchema) });
  return (
    <details open={lastResult !== undefined}>
      <summary className="min-h-11 cursor-pointer py-2.5 font-medium text-accent">{t("docs.object")}</summary>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="mt-2 grid max-w-prose gap-4">
        <input type="hidden" {...intent(ownStatementIntents, "object")} />
        <input type="hidden" name="document_id" value={documentId} />
        <p className="text-muted">{t("docs.object_text")}</p>
        <FormErrors form={form} labels={{ reason: t("docs.reason") }} />
        <TextareaField field={fields.reason} label={t("docs.reason")} rows={3} />
        <FormActions>
          <SubmitButton>{t("docs.object_action")}</SubmitButton>
        </FormActions>
      </Form>
    </details>
  );
}

export function WithdrawForm({ objectionId }: { objectionId: string }) {
  const { t } = useTranslation("runs");
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="objection_id" value={objectionId} />
      <SubmitButton variant="secondary" {...intent(ownStatementIntents, "withdraw")}>
        {t("docs.withdraw")}
      </SubmitButton>
    </Form>
  );
}

type AnswerFormProps = {
  objectionId: string;
  /** Where the payout is canceled instead; null if it is paid. */
  cancelTo: string | null;
  lastResult: FormReply | undefined;
};

/** Staff reply to an objection and keep the credit note, or cancel the payout. */
export function AnswerForm({ objectionId, cancelTo, lastResult }: AnswerFormProps) {
  const { t } = useTranslation("runs");
  const [form, fields] = useForm({ id: `answer-${objectionId}`, lastResult, ...bySchema(answerSchema) });
  return (
    <Form method="post" preventScrollReset {...getFormProps(form)} className="grid max-w-prose gap-4">
      <input type="hidden" {...intent(answerIntents, "keep")} />
      <input type="hidden" name="objection_id" value={objectionId} />
      <p className="text-warning">{t("docs.risk")}</p>
      <FormErrors form={form} labels={{ answer: t("docs.answer") }} />
      <TextareaField field={fields.answer} label={t("docs.answer")} rows={3} />
      <FormActions>
        {cancelTo && <DialogLink to={cancelTo}>{t("cancel.action")}</DialogLink>}
        <SubmitButton>{t("docs.keep")}</SubmitButton>
      </FormActions>
    </Form>
  );
}
