import { useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { knownSearch } from "~/paths/address";

/** Returns the address of the page for links and forms, with only the parameters that our screens use. */
export function useAddress(): { pathname: string; search: string } {
  const { pathname, search } = useLocation();
  return useMemo(() => ({ pathname, search: knownSearch(search) }), [pathname, search]);
}
