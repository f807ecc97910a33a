import { useLocation } from "@remix-run/react";
import { useCallback, useEffect, useMemo, useState, type ReactNode } from "react";
import { markSeen, type Toast } from "~/browser/toast";
import { focusNear } from "~/components/ui/kept-focus";
import { Flash } from "./flash";
import { FlashContext } from "./flash-context";

/**
 * Shows the message of this window's last action. All windows of a browser share its cookie and reload after changes,
 * so a message that arrives with such a reload belongs to another window. Our own arrives with a navigation, or is
 * expected. It stays until the next navigation, so that a reload in between does not remove it.
 */
export function FlashProvider({ toast, children }: { toast: Toast | null; children: ReactNode }) {
  const { key } = useLocation();
  const [own, setOwn] = useState({ key, toast, isExpected: false });
  const isNew = own.isExpected && toast !== null && toast.id !== own.toast?.id;
  if (own.key !== key || isNew) setOwn({ key, toast, isExpected: false });
  const expect = useCallback(() => setOwn((now) => ({ ...now, isExpected: true })), []);
  const shown = own.toast;
  const [inDocument] = useState(toast);
  useEffect(() => {
    // A form sent before hydration leads to another document and loses the focus. A user who has scrolled in the
    // meantime is reading and is not moved.
    if (inDocument && document.activeElement === document.body && window.scrollY === 0)
      focusNear(null, document.referrer.split("?")[0]);
  }, [inDocument]);
  useEffect(() => {
    if (shown) markSeen(shown.id);
  }, [shown]);
  return (
    <FlashContext.Provider value={useMemo(() => ({ toast: shown, expect }), [shown, expect])}>
      <Flash toast={shown} />
      {children}
    </FlashContext.Provider>
  );
}
