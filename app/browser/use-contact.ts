import { useRouteLoaderData } from "@remix-run/react";
import type { loader } from "~/root";

/** The operator's address for questions; null when there is none. */
export const useContact = (): string | null => useRouteLoaderData<typeof loader>("root")?.contact ?? null;
