import { useRouteLoaderData } from "@remix-run/react";
import type { Setup } from "~/domain/organizations/read-setup.server";
import type { loader } from "../_app";

/**
 * The checklist of the set-up, while there is one. The shell around the screen has read it: it has the organisation at
 * hand, so that nothing is asked where there is nothing to set up.
 */
export function useSetup(): Setup | null {
  return useRouteLoaderData<typeof loader>("routes/_app")?.setup ?? null;
}
