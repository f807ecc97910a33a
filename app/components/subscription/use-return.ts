import { useFetcher, useSearchParams } from "@remix-run/react";
import { useCallback, useEffect, useRef } from "react";
import { paths } from "~/paths/paths";

/** How long after the portal is left the status is asked for anew (SET-01, BIL-04). */
const AFTER_MS = 2_000;
const CHANNEL = "finderlohn-subscription";
/** Parameter of the address that the portal leads back to. */
export const BACK = "back";

/**
 * Asks for the status anew two seconds after somebody comes back from Stripe: when this tab is seen again after its
 * form has opened another one, when that other one says that it has led back, or when this one was led back itself.
 * Returns what to call when such a form is sent.
 */
export function useReturn(): () => void {
  const { submit } = useFetcher();
  const [search, setSearch] = useSearchParams();
  const isAway = useRef(false);
  const timer = useRef<number>();

  const refresh = useCallback(() => {
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => {
      // Nobody has asked for it, so nothing is said of it.
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
