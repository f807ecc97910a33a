import { useFetcher, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { paths } from "~/paths/paths";

/** How long after leaving the portal the status is refreshed (SET-01, BIL-04). */
const AFTER_MS = 2_000;
const CHANNEL = "finderlohn-subscription";
/** URL parameter with which the portal returns. */
export const BACK = "back";

/**
 * Refreshes the status two seconds after the user comes back from Stripe. There are three ways back: this tab is
 * visible again after its form opened another one, the other tab reports the return, or this tab itself returned.
 * Returns the function to call when such a form is sent.
 */
export function useReturn(): () => void {
  const { submit } = useFetcher();
  const [search, setSearch] = useSearchParams();
  const isAway = useRef(false);
  const timer = useRef<number>();

  const refresh = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // The user did not request it, so no message is shown.
      const fields = { intent: "refresh", answer: "toast" };
      submit(fields, { method: "post", action: paths.settings("subscription") });
    }, AFTER_MS);
  }, [submit]);

  useEffect(() => {
    const seen = () => {
      if (isAway.current && document.visibilityState === "visible") refresh();
    };
    document.addEventListener("visibilitychange", seen);
    window.addEventListener("focus", seen);
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    channel?.addEventListener("message", refresh);
    return () => {
      document.removeEventListener("visibilitychange", seen);
      window.removeEventListener("focus", seen);
      channel?.close();
    };
  }, [refresh]);

  const ledBack = search.has(BACK);
  useEffect(() => {
    if (!ledBack) return;
    const channel = "BroadcastChannel" in window ? new BroadcastChannel(CHANNEL) : null;
    channel?.postMessage(null);
    channel?.close();
    refresh();
    setSearch(
      (known) => {
        known.delete(BACK);
        return known;
      },
      { replace: true, preventScrollReset: true },
    );
  }, [ledBack, refresh, setSearch]);

  useEffect(() => () => window.clearTimeout(timer.current), []);

  return () => {
    isAway.current = true;
  };
}
