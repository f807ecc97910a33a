import { useRouteLoaderData } from "@remix-run/react";
import type { Setup } from "~/domain/organizations/read-setup.server";

/**
 * Returns the setup checklist, if there is one. The shell's loader reads it, because it has already read the
 * organization and so needs no query when the setup is finished.
 */
export function useSetup(): Setup | null {
  return useRouteLoaderData<() => { setup: Setup | null }>("routes/_app")?.setup ?? null;
}
