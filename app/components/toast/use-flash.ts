import { useRouteLoaderData } from "@remix-run/react";
import type { FlashToast } from "./flash";

/** The message of the last redirect, for a screen that shows more of it than a toast does. */
export function useFlash(): FlashToast | null {
  return useRouteLoaderData<() => { toast: FlashToast | null }>("root")?.toast ?? null;
}
