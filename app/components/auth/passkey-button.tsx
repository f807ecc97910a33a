import { useState, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "~/components/ui/alert";
import { Button, type ButtonLook } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Spinner } from "~/components/ui/spinner";
import { passkeyProblem } from "~/browser/passkeys";

export type PasskeyButtonProps = Pick<ButtonLook, "variant"> & {
  /** Calls the authenticator; its response goes to `onAnswer`. */
  ask: () => Promise<string>;
  onAnswer: (answer: string) => void;
  children: ReactNode;
};

/** Calls the user's authenticator, and shows what went wrong. Without JavaScript it says that it needs it. */
export function PasskeyButton({ ask, onAnswer, variant = "secondary", children }: PasskeyButtonProps) {
  const { t } = useTranslation(["factor", "errors"]);
  const [waits, setWaits] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function begin() {
    if (waits) return;
    setWaits(true);
    setProblem(null);
    try {
      onAnswer(await ask());
    } catch (error) {
      setProblem(passkeyProblem(error));
    } finally {
      setWaits(false);
    }
  }

  return (
    <div className="grid gap-3">
      {/* Only failures are announced: the browser's own dialog says the rest. */}
      <div role="alert">{problem && <Alert tone="danger" title={t(`errors:${problem}`)} />}</div>
      <Button
        variant={variant}
        onClick={() => void begin()}
        aria-disabled={waits || undefined}
        className="w-full noscript:hidden"
      >
        {waits ? <Spinner /> : <Icon name="key-round" />}
        {children}
      </Button>
      <p className="hidden text-muted noscript:block">{t("needs_javascript")}</p>
    </div>
  );
}
