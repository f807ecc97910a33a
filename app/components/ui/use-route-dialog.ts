import { useBlocker, useLocation, useNavigate } from "@remix-run/react";
import { useCallback, useEffect, useState, type RefObject } from "react";
import { clearDraft } from "~/browser/drafts";
import { hasInput } from "~/browser/has-input";
import { focusInto, markedIn } from "./dialog-focus";
import { inertOthers } from "./inert-others";
import { focusNear, focusPositionOf, type FocusPosition } from "./kept-focus";
import { useEscape } from "./use-escape";

let opener: FocusPosition | null = null;

/**
 * Returns the focus position when the dialog opened. A dialog that follows another returns to where the first was
 * opened.
 */
function findOpener() {
  if (typeof document === "undefined") return null;
  const { activeElement } = document;
  if (!activeElement?.closest("[data-route-dialog]")) opener = focusPositionOf(activeElement);
  // Opened by its address, there is at best a link to the dialog.
  return { place: opener, href: window.location.href };
}

/** The behavior of RouteDialog with JavaScript. `asking` is set while the user must confirm leaving. */
export function useRouteDialog(panel: RefObject<HTMLElement>, closeTo: string) {
  const navigate = useNavigate();
  const [opened] = useState(findOpener);

  useEffect(() => {
    const dialog = panel.current;
    if (!dialog) return;
    const release = inertOthers(dialog);
    const { activeElement } = document;
    if (!dialog.contains(activeElement)) focusInto(dialog);
    // The browser has focused the heading; the safe button is better where it is in view.
    else if (activeElement?.matches("h2")) markedIn(dialog)?.focus({ preventScroll: true });
    return () => {
      release();
      focusNear(opened?.place ?? null, opened?.href);
    };
  }, [panel, opened]);

  const close = useCallback(() => navigate(closeTo, { replace: true, preventScrollReset: true }), [closeTo, navigate]);
  useEscape(panel, close);

  // Every way out is a navigation: Escape, the cross, "Cancel", the browser's back button. The form's own response is a
  // redirect, which is never blocked.
  const { pathname } = useLocation();
  const leaving = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && panel.current !== null && hasInput(panel.current),
  );

  return {
    asking:
      leaving.state === "blocked"
        ? {
            stay: () => leaving.reset(),
            discard() {
              clearDraft(pathname);
              leaving.proceed();
            },
          }
        : null,
    fromOutside() {
      if (panel.current && !hasInput(panel.current)) close();
    },
  };
}
