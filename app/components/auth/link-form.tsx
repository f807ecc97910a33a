import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { newPasswordSchema, PASSWORD_MIN } from "~/domain/identity/identity.schema";
import type { LinkPurpose } from "~/domain/identity/one-time-link";
import { FormErrors } from "../forms/form-errors";
import { PasswordField } from "../forms/password-field";
import { SubmitButton } from "../forms/submit-button";

export type LinkFormProps = {
  purpose: LinkPurpose;
  /** Of the account that the link opens. */
  email: string;
  /** Whoever else is signed in at this browser. */
  other: { email: string; home: string } | null;
  lastResult: SubmissionResult | undefined;
};

/** The button that uses a one-time link up; a reset's also asks for the new password. */
export function LinkForm({ purpose, email, other, lastResult }: LinkFormProps) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm<{ password: string }>({
    lastResult,
    ...(purpose === "reset" && {
      onValidate: ({ formData }: { formData: FormData }) =>
        parseWithZod(formData, { schema: newPasswordSchema }),
    }),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} />
      <dl>
        <dt className="text-muted">{t("link.account")}</dt>
        <dd className="font-medium wrap-anywhere">{email}</dd>
      </dl>
      {other && (
        <Alert
          tone="warning"
          title={<span className="wrap-anywhere">{t("link.other_title", { current: other.email })}</span>}
        >
          <p className="wrap-anywhere">{t("link.other_text", { email })}</p>
        </Alert>
      )}
      {purpose === "reset" && (
        <PasswordField
          field={fields.password}
          label={t("new_password")}
          help={t("password_help", { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
      )}
      <SubmitButton pendingLabel={t("link.pending")}>
        {t(purpose === "reset" ? "link.reset.submit" : "link.continue")}
      </SubmitButton>
      {other && (
        <ButtonLink variant="secondary" to={other.home}>
          {t("link.stay")}
        </ButtonLink>
      )}
    </Form>
  );
}
