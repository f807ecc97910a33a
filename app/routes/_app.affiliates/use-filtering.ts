import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { PATIENCE_MS } from "~/browser/patience";

/** Returns true if the list has been loading (page, order or search) for longer than PATIENCE_MS. */
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
