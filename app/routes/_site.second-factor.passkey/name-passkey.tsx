import { getFormProps, useForm } from "@conform-to/react";
import { Form } from "@remix-run/react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { PasskeyButton } from "~/components/auth/passkey-button";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { TextField } from "~/components/forms/text-field";
import { Link } from "~/components/ui/link";
import { newPasskeySchema } from "~/domain/identity/identity.schema";
import type { PasskeyCreation } from "~/platform/webauthn.server";
import { intent } from "~/browser/intents";
import { makePasskey } from "~/browser/passkeys";
import type { FormReply } from "~/browser/form-reply";
import { paths } from "~/paths/paths";
import { passkeyIntents } from "./intents";

export type NamePasskeyProps = {
  options: PasskeyCreation;
  /** Suggested name. */
  name: string;
  /** The page after the setup. */
  back: string;
  lastResult: FormReply | undefined;
};

/** Makes the passkey on the device, with a name that identifies it. */
export function NamePasskey({ options, name, back, lastResult }: NamePasskeyProps) {
  const { t } = useTranslation("factor");
  const made = useRef<HTMLInputElement>(null);
  const [form, fields] = useForm({
    id: "passkey",
    lastResult,
    defaultValue: { name },
    ...bySchema(newPasskeySchema),
  });
  function send(passkey: string) {
    if (!made.current) return;
    made.current.value = passkey;
    made.current.form?.requestSubmit();
  }
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} />
      <input type="hidden" {...intent(passkeyIntents, "add")} />
      <input ref={made} type="hidden" name="passkey" defaultValue="" />
      <TextField field={fields.name} label={t("passkey_name")} help={t("passkey_name_help")} />
      <PasskeyButton variant="primary" ask={() => makePasskey(options)} onAnswer={send}>
        {t("make_passkey")}
      </PasskeyButton>
      <p className="text-center">
        <Link
          to={paths.changeFactor("app", { redirectTo: back })}
          className="inline-block py-2.5 text-accent underline-offset-4 hover:underline"
        >
          {t("app_instead")}
        </Link>
      </p>
    </Form>
  );
}
