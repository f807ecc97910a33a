import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { signInSchema } from "~/domain/identity/identity.schema";
import { errorParameters } from "~/i18n/error-text";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "../forms/form-errors";
import { PasswordField } from "../forms/password-field";
import { SubmitButton } from "../forms/submit-button";
import { TextField } from "../forms/text-field";
import { paths } from "~/paths/paths";
import { PasskeySignIn } from "./passkey-sign-in";

export type SignInFormProps = {
  redirectTo: string | null;
  /** True if browsers make passkeys for this address. */
  hasPasskeys: boolean;
};

/** Sign-in with email and password, or with a passkey alone. `redirectTo` is the page that was requested before. */
export function SignInForm({ redirectTo, hasPasskeys }: SignInFormProps) {
  const { t } = useTranslation("auth");
  const [form, fields] = useForm({
    id: "signin",
    lastResult: useActionData<SubmissionResult>(),
    ...bySchema(signInSchema),
  });
  const pending = form.errors?.find((error) => error.startsWith("sign_up_pending|"));
  return (
    <>
      <Form
        method="post"
        action={redirectTo ? paths.signIn({ redirectTo }) : paths.signIn()}
        {...getFormProps(form)}
        className="grid gap-4"
      >
        <FormErrors form={form} title={t("error")}>
          {pending && (
            <SubmitButton
              form="send-again"
              name="sign_up"
              value={String(errorParameters(pending)["sign_up"])}
              variant="secondary"
              className="mt-2"
            >
              {t("signin.send_again")}
            </SubmitButton>
          )}
        </FormErrors>
        <TextField
          field={fields.email}
          label={t("email")}
          type="email"
          autoComplete={hasPasskeys ? "username webauthn" : "username"}
        />
        <PasswordField field={fields.password} label={t("password")} autoComplete="current-password" />
        <SubmitButton pendingLabel={t("signin.pending")}>{t("signin.submit")}</SubmitButton>
        <p className="text-center">
          <Link
            to={redirectTo ? paths.forgot({ redirectTo }) : paths.forgot()}
            className="inline-block py-2.5 text-accent underline-offset-4 hover:underline"
          >
            {t("forgot.link")}
          </Link>
        </p>
      </Form>
      {hasPasskeys && (
        <div className="mt-4 border-t pt-4">
          <PasskeySignIn redirectTo={redirectTo} offered />
        </div>
      )}
      {/* A separate form, so that the input of the other one is not sent along. */}
      <Form id="send-again" method="post" action={paths.resendConfirmation()} hidden />
    </>
  );
}
