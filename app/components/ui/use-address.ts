import { useLocation } from "@remix-run/react";
import { useMemo } from "react";
import { knownSearch } from "~/paths/address";

/** The address of the page as links and forms repeat it: with the parameters that our screens know. */
export function useAddress(): { pathname: string; search: string } {
  const { pathname, search } = useLocation();
  return useMemo(() => ({ pathname, search: knownSearch(search) }), [pathname, search]);
}
