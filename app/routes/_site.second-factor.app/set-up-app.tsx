import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { CopyButton } from "~/components/ui/copy-button";
import { QrCode } from "~/components/ui/qr-code";
import { codeSchema } from "~/domain/identity/identity.schema";
import { intent } from "~/browser/intents";
import type { FormReply } from "~/browser/form-reply";
import { appIntents } from "./intents";

export type SetUpAppProps = {
  /** In base 32. */
  secret: string;
  qr: { size: number; path: string };
  /** True if 2FA is already enabled, so that no session ends. */
  isOn: boolean;
  lastResult: FormReply | undefined;
};

/** The key for the app, as a QR code and as text, and the field for its first code. */
export function SetUpApp({ secret, qr, isOn, lastResult }: SetUpAppProps) {
  const { t } = useTranslation(["factor", "common"]);
  const [form, fields] = useForm({
    id: "set-up-app",
    lastResult,
    ...bySchema(codeSchema),
  });
  return (
    <div className="grid gap-6">
      <div className="flex flex-wrap items-start gap-6">
        <QrCode qr={qr} label={t("qr")} className="size-48" />
        <div className="min-w-0 flex-1 basis-60 space-y-2">
          <p>{t("key_text")}</p>
          <p className="font-mono wrap-anywhere" translate="no">
            {secret.replace(/(.{4})(?=.)/g, "$1 ")}
          </p>
          <CopyButton text={secret} label={t("copy_key")} />
        </div>
      </div>
      <Form method="post" preventScrollReset {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} />
        <TextField
          field={fields.code}
          label={t("code")}
          help={t(isOn ? "code_help_more" : "code_help")}
          inputMode="numeric"
          autoComplete="one-time-code"
          spellCheck={false}
        />
        <div className="flex flex-col gap-2 md:flex-row-reverse md:justify-start">
          <SubmitButton {...intent(appIntents, "confirm")}>{t("confirm")}</SubmitButton>
          <SubmitButton {...intent(appIntents, "cancel")} form="cancel-set-up" variant="secondary">
            {t("common:cancel")}
          </SubmitButton>
        </div>
      </Form>
      <Form id="cancel-set-up" method="post" hidden />
    </div>
  );
}
