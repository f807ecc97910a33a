import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PASSWORD_MIN, signUpSchema } from "~/domain/identity/identity.schema";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "../forms/form-errors";
import { PasswordField } from "../forms/password-field";
import { SubmitButton } from "../forms/submit-button";
import { TextField } from "../forms/text-field";
import { paths } from "~/paths/paths";

export type SignUpFormProps = {
  /** Earlier input of a user who comes back to correct it. */
  typed: { name: string; email: string } | null;
};

/** The sign-up form; the confirmation email leads on. */
export function SignUpForm({ typed }: SignUpFormProps) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm<Record<"name" | "email" | "password", string | undefined>>({
    id: "signup",
    lastResult: useActionData<SubmissionResult<string[]>>(),
    defaultValue: { name: typed?.name, email: typed?.email, password: undefined },
    ...bySchema(signUpSchema),
  });
  return (
    <Form method="post" action={paths.signUp()} {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} title={t("error")} />
      <TextField field={fields.name} label={t("name")} autoComplete="name" />
      <TextField field={fields.email} label={t("email")} type="email" autoComplete="username" />
      <PasswordField
        field={fields.password}
        label={t("password")}
        help={t("password_help", { min: PASSWORD_MIN })}
        autoComplete="new-password"
      />
      <SubmitButton pendingLabel={t("signup.pending")}>{t("signup.submit")}</SubmitButton>
    </Form>
  );
}
