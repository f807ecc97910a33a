import { useTranslation } from "react-i18next";
import { cn } from "./cn";
import { Icon } from "./icon";

/** A spinner beside text that already describes the progress; small unless `className` says otherwise. */
export function Spinner({ className = "size-4" }: { className?: string }) {
  return <Icon name="loader-circle" data-spinner className={cn("animate-spin", className)} />;
}

/** Covers the screen while the user or the content is not yet known. */
export function FullScreenSpinner() {
  const { t } = useTranslation("common");
  return (
    <div role="status" className="fixed inset-0 z-80 grid animate-cover place-items-center bg-canvas text-accent">
      <Spinner className="size-8" />
      <span className="sr-only">{t("loading")}</span>
    </div>
  );
}
