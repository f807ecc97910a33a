import { getFormProps, useForm, type SubmissionResult } from "@conform-to/react";
import { Form, useSubmit } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { askPasskey } from "~/browser/passkeys";
import { codeSchema } from "~/domain/identity/identity.schema";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "../forms/form-errors";
import { SubmitButton } from "../forms/submit-button";
import { TextField } from "../forms/text-field";
import { paths } from "~/paths/paths";
import { PasskeyButton } from "./passkey-button";

export type CodeFormProps = {
  /** Requests a recovery code instead of the app's. */
  isRecovery: boolean;
  /** Other factors of this user: an authenticator app, passkeys. */
  hasApp: boolean;
  hasPasskey: boolean;
  lastResult: SubmissionResult | undefined;
};

/** The second step of a sign-in. */
export function CodeForm({ isRecovery, hasApp, hasPasskey, lastResult }: CodeFormProps) {
  const { t } = useTranslation(["auth", "factor"]);
  const submit = useSubmit();
  const [form, fields] = useForm({
    lastResult,
    ...bySchema(codeSchema),
  });
  return (
    <Form
      method="post"
      action={paths.factor(isRecovery ? { with: "recovery" } : "")}
      {...getFormProps(form)}
      className="grid gap-4"
    >
      <FormErrors form={form} title={t("error")} />
      {hasPasskey && (
        <PasskeyButton
          variant="primary"
          ask={() => askPasskey(true)}
          onAnswer={(passkey) => submit({ passkey }, { method: "post", action: paths.factor() })}
        >
          {t("factor:with_passkey")}
        </PasskeyButton>
      )}
      <TextField
        field={fields.code}
        label={t(isRecovery ? "code.recovery" : "code.code")}
        {...(!isRecovery && { inputMode: "numeric" as const })}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus={!hasPasskey}
      />
      <SubmitButton variant={hasPasskey ? "secondary" : "primary"} pendingLabel={t("signin.pending")}>
        {t("signin.submit")}
      </SubmitButton>
      {hasApp && (
        <p className="text-center">
          <Link
            to={paths.factor(isRecovery ? "" : { with: "recovery" })}
            className="inline-block py-2.5 text-accent underline-offset-4 hover:underline"
          >
            {t(isRecovery ? "code.with_app" : "code.with_recovery")}
          </Link>
        </p>
      )}
    </Form>
  );
}
