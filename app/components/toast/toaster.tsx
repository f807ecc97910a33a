import { useSyncExternalStore, type CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import { Toaster as Sonner } from "sonner";
import { useTheme } from "~/browser/use-theme";
import { Icon } from "~/components/ui/icon";

const phones = "(width < 48rem)";

function onScreenChange(changed: () => void) {
  const query = window.matchMedia(phones);
  query.addEventListener("change", changed);
  return () => query.removeEventListener("change", changed);
}

/** Shows the toasts: bottom right, on phones at the top. Rendered once, in the root. Open dialogs do not block it. */
export function Toaster() {
  const { t } = useTranslation("common");
  const theme = useTheme();
  const onPhone = useSyncExternalStore(
    onScreenChange,
    () => window.matchMedia(phones).matches,
    () => false,
  );
  return (
    <div data-keep-live data-print="hide">
      <Sonner
        theme={theme}
        position={onPhone ? "top-center" : "bottom-right"}
        closeButton
        containerAriaLabel={t("notifications")}
        mobileOffset={12}
        // Narrow, because it covers content that the user works with.
        style={{ "--width": "20rem" } as CSSProperties}
        toastOptions={{ closeButtonAriaLabel: t("dismiss") }}
        icons={{
          success: <Icon name="circle-check" className="size-4 text-success" />,
          info: <Icon name="info" className="size-4 text-info" />,
          warning: <Icon name="triangle-exclamation-point" className="size-4 text-warning" />,
          error: <Icon name="circle-exclamation-point" className="size-4 text-danger" />,
          close: <Icon name="x" className="size-4" />,
        }}
      />
    </div>
  );
}
