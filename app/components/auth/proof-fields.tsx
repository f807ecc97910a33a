import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";
import { askPasskey } from "~/browser/passkeys";
import type { Proofs } from "~/server/own-factor.server";
import { paths } from "~/paths/paths";
import type { AnyField } from "../forms/field-meta";
import { PasswordField } from "../forms/password-field";
import { TextField } from "../forms/text-field";
import { PasskeyButton } from "./passkey-button";

export type ProofFieldsProps = {
  /** What this person can show. */
  proofs: Proofs;
  fields: Record<"password" | "code", AnyField>;
};

/**
 * Asks for the proof that it is the person themselves: the password, or what their second factor has. A passkey sends the form around
 * it.
 */
export function ProofFields({ proofs, fields }: ProofFieldsProps) {
  const { t } = useTranslation(["factor", "auth"]);
  const kind = useRef<HTMLInputElement>(null);
  const answer = useRef<HTMLInputElement>(null);
  const typed = proofs.password ? "password" : "code";

  function send(passkey: string) {
    const form = kind.current?.form;
    if (!form || !kind.current || !answer.current) return;
    kind.current.value = "passkey";
    answer.current.value = passkey;
    form.requestSubmit();
    // If it is refused, the next attempt may be with a code.
    kind.current.value = typed;
    answer.current.value = "";
  }

  return (
    <>
      <input ref={kind} type="hidden" name="proof" defaultValue={typed} />
      {proofs.password && (
        <div className="grid gap-1">
          <PasswordField
            field={fields.password}
            label={t("own_password")}
            help={t("own_password_help")}
            autoComplete="current-password"
          />
          <p>
            <Link to={paths.forgot()} className="text-accent underline-offset-4 hover:underline">
              {t("auth:forgot.link")}
            </Link>
          </p>
        </div>
      )}
      {proofs.passkey && (
        <>
          <input ref={answer} type="hidden" name="passkey" defaultValue="" />
          <PasskeyButton ask={() => askPasskey(true)} onAnswer={send}>
            {t("with_passkey")}
          </PasskeyButton>
        </>
      )}
      {proofs.code && (
        <TextField
          field={fields.code}
          label={t(proofs.passkey ? "or_code" : "own_code")}
          help={t("own_code_help")}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
    </>
  );
}
