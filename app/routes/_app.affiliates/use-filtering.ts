import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PATIENCE_MS } from "~/web/patience";

/** Whether another page, order or search of the list has been loading for longer than an eye blinks. */
export function useFiltering(): boolean {
  const { pathname, search } = useLocation();
  const { state, location } = useNavigation();
  const loading = state === "loading" && location.pathname === pathname && location.search !== search;
  const [waited, setWaited] = useState(false);
  useEffect(() => {
    if (!loading) return;
    const timer = setTimeout(() => setWaited(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setWaited(false);
    };
  }, [loading]);
  return loading && waited;
}
