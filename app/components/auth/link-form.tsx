import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { newPasswordSchema, PASSWORD_MIN } from "~/domain/identity/identity.schema";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "../forms/form-errors";
import { PasswordField } from "../forms/password-field";
import { SubmitButton } from "../forms/submit-button";

export type LinkFormProps = {
  /** Email address of the account that the link signs in. */
  email: string;
  /** True if a new password is needed. */
  needsPassword: boolean;
  /** Another user who is signed in in this browser. */
  other: { email: string; home: string } | null;
  lastResult: SubmissionResult | undefined;
};

/** The button that redeems a one-time link, with a new password where one is needed. */
export function LinkForm({ email, needsPassword, other, lastResult }: LinkFormProps) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm<{ password: string }>({
    lastResult,
    ...(needsPassword && {
      ...bySchema(newPasswordSchema),
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
      {needsPassword && (
        <PasswordField
          field={fields.password}
          label={t("new_password")}
          help={t("password_help", { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
      )}
      <SubmitButton pendingLabel={t("link.pending")}>
        {t(needsPassword ? "link.reset.submit" : "link.continue")}
      </SubmitButton>
      {other && (
        <ButtonLink variant="secondary" to={other.home}>
          {t("link.stay")}
        </ButtonLink>
      )}
    </Form>
  );
}
