import { useEffect } from "react";
import { toast as show } from "sonner";
import { Alert } from "~/components/ui/alert";
import type { Tone } from "~/components/ui/tone";

export type FlashToast = {
  /** Unique per message, so that going back does not show it again. */
  id: string;
  tone: "success" | "info" | "warning" | "error";
  title: string;
  description?: string;
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
  useEffect(() => {
    if (!toast || seen.has(toast.id)) return;
    seen.add(toast.id);
    show[toast.tone](toast.title, {
      id: toast.id,
      description: toast.description,
      // Errors stay until they are closed.
      duration: toast.tone === "error" ? Infinity : 4000,
    });
  }, [toast]);

  if (!toast) return null;
  return (
    <noscript>
      <Alert tone={alertTone[toast.tone]} title={toast.title} role="status" className="rounded-none md:px-8">
        {toast.description}
      </Alert>
    </noscript>
  );
}
