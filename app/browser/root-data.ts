import { useRouteLoaderData } from "@remix-run/react";
import type { Language } from "~/i18n/languages";
import type { ErrorTitles } from "./page-title";
import type { Theme } from "./theme";
import type { Toast } from "./toast";

/** Data that the root loads for every page. */
export interface RootData {
  language: Language;
  /** Locale of numbers. */
  locale: string;
  theme: Theme;
  toast: Toast | null;
  errorTitles: ErrorTitles;
  /** Id of the request in the log. */
  requestId: string;
  /** The operator's address for questions; null if there is none. */
  contact: string | null;
}

/** Returns the root's data; undefined if loading them failed. */
export const useRootData = () => useRouteLoaderData<RootData>("root");
