import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { emailOnlySchema } from "~/domain/identity/identity.schema";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "../forms/form-errors";
import { SubmitButton } from "../forms/submit-button";
import { TextField } from "../forms/text-field";

/** Requests an email address to send a link to. */
export function EmailForm({ lastResult, submit }: { lastResult: SubmissionResult | undefined; submit: string }) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm({
    lastResult,
    ...bySchema(emailOnlySchema),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} />
      <TextField field={fields.email} label={t("email")} type="email" autoComplete="username" />
      <SubmitButton pendingLabel={t("sending")}>{submit}</SubmitButton>
    </Form>
  );
}
