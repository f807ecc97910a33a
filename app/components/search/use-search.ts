import { useFetcher } from "@remix-run/react";
import { useEffect } from "react";
import type { SearchResult } from "~/domain/search/search-organization.server";
import { fewestLetters } from "./use-found";

/** What the loader of /search answers with. */
export interface SearchAnswer {
  q: string;
  result: SearchResult | null;
  /** No answer came, or an error. */
  failed?: boolean;
}

/** While someone types, a pause of this length asks the server. */
const pauseMs = 150;

/** Asks /search for what is typed, keeps the last answer while the next is under way. */
export function useSearch(text: string) {
  const { load, data, state } = useFetcher<SearchAnswer>();
  const query = text.trim();
  const asks = query.length >= fewestLetters;
  const answered = data?.q === query;
  useEffect(() => {
    if (!asks || answered) return;
    const timer = setTimeout(() => load(`/search?${new URLSearchParams({ q: query })}`), pauseMs);
    return () => clearTimeout(timer);
    // `answered` is left out: an answer must not ask again.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [asks, query, load]);
  return {
    query,
    answer: asks ? (data ?? null) : null,
    /** The answer is to what stands there now. */
    current: answered && state === "idle",
    busy: asks && !(answered && state === "idle"),
  };
}
