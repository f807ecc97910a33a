import { useTranslation } from "react-i18next";
import type { LiveSource } from "~/browser/live/source";
import { useLive } from "~/browser/live/use-live";
import { Icon } from "~/components/ui/icon";

/** Keeps the page up to date, and says quietly when that waits for a form that is being filled in. */
export function Live(source: LiveSource) {
  const { t } = useTranslation("shell");
  const isWaiting = useLive(source);
  return (
    <div
      aria-live="polite"
      data-keep-live
      data-print="hide"
      // Never above the bar of selected rows, which is at the bottom.
      className="pointer-events-none fixed inset-x-0 z-50 flex justify-center px-3 max-md:top-16 md:bottom-3 md:in-[body:has([data-chooses]:checked)]:bottom-20"
    >
      {isWaiting && (
        <p className="flex items-center gap-2 rounded-lg border bg-surface px-4 py-2 text-sm text-muted shadow-md">
          <Icon name="refresh-cw" className="size-4 shrink-0" />
          {t("live.waiting")}
        </p>
      )}
    </div>
  );
}
