import { useSubmit } from "@remix-run/react";
import { useCallback, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { askPasskey, offerPasskey } from "~/browser/passkeys";
import { paths } from "~/paths/paths";
import { PasskeyButton } from "./passkey-button";

export type PasskeySignInProps = {
  /** The page that was requested before. */
  redirectTo: string | null;
  /** Also offers passkeys in the autofill of the email field. */
  offered?: boolean;
  variant?: "primary" | "secondary";
};

/** Signs in with a passkey alone. */
export function PasskeySignIn({ redirectTo, offered = false, variant }: PasskeySignInProps) {
  const { t } = useTranslation("factor");
  const submit = useSubmit();
  const send = useCallback(
    (passkey: string) => {
      const action = paths.passkeySignIn(redirectTo ? { redirectTo } : "");
      submit({ passkey }, { method: "post", action });
    },
    [submit, redirectTo],
  );
  useEffect(() => {
    if (!offered) return;
    const gone = new AbortController();
    void offerPasskey(gone.signal).then((answer) => {
      if (answer && !gone.signal.aborted) send(answer);
    });
    return () => gone.abort();
  }, [offered, send]);
  return (
    <PasskeyButton ask={() => askPasskey(false)} onAnswer={send} variant={variant}>
      {t("sign_in")}
    </PasskeyButton>
  );
}
