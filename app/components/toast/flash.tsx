import { useEffect } from "react";
import { toast as show } from "sonner";
import { Alert } from "~/components/ui/alert";
import type { Tone } from "~/components/ui/tone";
import { UNDO_SHOWN_SECONDS } from "~/domain/commissions/payment";
import { UndoBanner, useUndoButton } from "./undo-payment";

export type FlashToast = {
  /** Unique per message, so that going back does not show it again. */
  id: string;
  tone: "success" | "info" | "warning" | "error";
  title: string;
  description?: string;
  /** The payment that can still be undone. */
  undo?: string;
};

const alertTone: Record<FlashToast["tone"], Tone> = {
  success: "success",
  info: "info",
  warning: "warning",
  error: "danger",
};

const seen = new Set<string>();

/** The message a redirect brought along: a toast, or a banner where there is no JavaScript. */
export function Flash({ toast }: { toast: FlashToast | null | undefined }) {
  const undoButton = useUndoButton();
  useEffect(() => {
    if (!toast || seen.has(toast.id)) return;
    seen.add(toast.id);
    show[toast.tone](toast.title, {
      id: toast.id,
      description: toast.description,
      action: toast.undo && undoButton(toast.undo, () => show.dismiss(toast.id)),
      // Errors stay until they are closed.
      duration: toast.tone === "error" ? Infinity : toast.undo ? UNDO_SHOWN_SECONDS * 1_000 : 4_000,
    });
  }, [toast, undoButton]);

  if (!toast) return null;
  return (
    <noscript>
      <Alert
        tone={alertTone[toast.tone]}
        title={toast.title}
        role="status"
        actions={toast.undo && <UndoBanner batchId={toast.undo} />}
        className="rounded-none md:px-8"
      >
        {toast.description}
      </Alert>
    </noscript>
  );
}
