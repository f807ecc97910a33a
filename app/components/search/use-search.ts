import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { SearchResult } from "~/domain/search/search-organization.server";
import { fewestLetters } from "./use-found";
import { paths } from "~/paths/paths";

/** The response of the loader of /search. */
export interface SearchAnswer {
  q: string;
  result: SearchResult | null;
  /** True if there was no response, or an error. */
  failed?: boolean;
}

/** The search is sent after a typing pause of this length. */
const pauseMs = 150;

/** Loads results from /search for the entered text. Keeps the last results until the next ones arrive. */
export function useSearch(text: string) {
  const { load, data, state } = useFetcher<SearchAnswer>();
  const query = text.trim();
  const asks = query.length >= fewestLetters;
  const answered = data?.q === query;
  useEffect(() => {
    if (!asks || answered) return;
    const timer = setTimeout(() => load(paths.search({ q: query })), pauseMs);
    return () => clearTimeout(timer);
    // `answered` is not a dependency: a response must not start another search.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asks, query, load]);
  return {
    query,
    answer: asks ? (data ?? null) : null,
    /** True if the results belong to the current text. */
    current: answered && state === "idle",
    busy: asks && !(answered && state === "idle"),
  };
}
