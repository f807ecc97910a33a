import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { askPasskey } from "~/browser/passkeys";
import type { Proofs } from "~/server/prove.server";
import { paths } from "~/paths/paths";
import type { AnyField } from "../forms/field-meta";
import { PasswordField } from "../forms/password-field";
import { TextField } from "../forms/text-field";
import { PasskeyButton } from "./passkey-button";

export type ProofFieldsProps = {
  /** The proofs this user can give; null after a recent re-authentication, and nothing is shown. */
  proofs: Proofs | null;
  /**
   * Fields of the surrounding form. Its schema does not need the proof fields, because the server reads them first
   * (prove.server.ts).
   */
  fields: object;
};

/** Returns true if a form with these fields is sent by its button; with a passkey alone, the passkey sends it. */
export const isTyped = (proofs: Proofs | null): boolean => !proofs || proofs.password || proofs.code;

/**
 * Requests re-authentication: the password, or a second factor. A passkey sends the surrounding form. Other input of
 * the form is kept when the proof is wrong.
 */
export function ProofFields({ proofs, fields }: ProofFieldsProps) {
  return proofs && <Asked proofs={proofs} fields={fields as AskedProps["fields"]} />;
}

type AskedProps = { proofs: Proofs; fields: Record<"password" | "code", AnyField> };

function Asked({ proofs, fields }: AskedProps) {
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
    // After a rejection, the next attempt may use a code.
    kind.current.value = typed;
    answer.current.value = "";
  }

  return (
    <>
      <input ref={kind} type="hidden" name="proof" defaultValue={typed} />
      {!Object.values(proofs).includes(true) && (
        <Alert tone="info" title={t("no_password")}>
          <Link to={paths.forgot()} className="underline underline-offset-4">
            {t("set_password")}
          </Link>
        </Alert>
      )}
      {proofs.password && (
        <div className="grid gap-1">
          <PasswordField
            field={fields.password}
            required
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
          required={!proofs.passkey}
          label={t(proofs.passkey ? "or_code" : "own_code")}
          help={t("own_code_help")}
          autoComplete="one-time-code"
          spellCheck={false}
        />
      )}
    </>
  );
}

/** Returns the names of the fields for the form's error summary. */
export function useProofLabels() {
  const { t } = useTranslation("factor");
  return { password: t("own_password"), code: t("own_code") };
}
