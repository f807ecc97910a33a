import { useRouteLoaderData } from "@remix-run/react";
import type { Language } from "~/i18n/languages";
import type { ErrorTitles } from "./page-title";
import type { Theme } from "./theme";
import type { Toast } from "./toast";

/** What the root has loaded for every page. */
export interface RootData {
  language: Language;
  /** In which numbers are written. */
  locale: string;
  theme: Theme;
  toast: Toast | null;
  errorTitles: ErrorTitles;
  /** Under which a failed request is found in the log. */
  requestId: string;
  /** The operator's address for questions; null when there is none. */
  contact: string | null;
}

/** What the root has loaded; undefined where that failed. */
export const useRootData = () => useRouteLoaderData<RootData>("root");
