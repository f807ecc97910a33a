import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { toast as show } from "sonner";
import { Alert } from "~/components/ui/alert";
import type { Tone } from "~/components/ui/tone";
import type { Toast } from "~/browser/toast";
import { UNDO, type Undo } from "~/domain/shared/undo";
import { UndoBanner, useUndoButton } from "./undo-button";

const alertTone: Record<Toast["tone"], Tone> = {
  success: "success",
  info: "info",
  warning: "warning",
  error: "danger",
};

const timeOf = ({ until }: Undo) => (until ? Math.max(0, until - Date.now()) : UNDO.shown * 1_000);

const seen = new Set<string>();

/** The message of a redirect: a toast, or a banner without JavaScript. */
export function Flash({ toast }: { toast: Toast | null | undefined }) {
  const { t } = useTranslation("common");
  const undoButton = useUndoButton();
  useEffect(() => {
    if (!toast || seen.has(toast.id)) return;
    seen.add(toast.id);
    show[toast.tone](toast.title, {
      id: toast.id,
      description: [toast.description, toast.undo && !toast.undo.until && t("undo_for", { seconds: UNDO.shown })]
        .filter(Boolean)
        .join("\n"),
      action: toast.undo && undoButton(toast.undo, () => show.dismiss(toast.id)),
      // Errors stay until they are closed.
      duration: toast.tone === "error" ? Infinity : toast.undo ? timeOf(toast.undo) : 4_000,
    });
  }, [toast, undoButton, t]);

  if (!toast) return null;
  return (
    <noscript>
      <Alert
        tone={alertTone[toast.tone]}
        title={toast.title}
        role="status"
        actions={toast.undo && <UndoBanner undo={toast.undo} />}
        isBar
        className="md:px-8"
      >
        {toast.description}
      </Alert>
    </noscript>
  );
}
