import { cut } from "~/domain/shared/damaged";
import { plain, plainFinder } from "~/domain/shared/search";
import type { HelpArticleName } from "~/paths/help-articles";
import type { HelpArticle, HelpSection } from "./articles.server";

export interface HelpResult {
  article: HelpArticleName;
  /** Title of the article and, below its first heading, of the section. */
  titles: string[];
  id: string;
  /** A part of the text; `isHit` marks words that were searched for. */
  snippet: { text: string; isHit: boolean }[];
}

const MAX_WORDS = 8;
const MAX_RESULTS = 12;
const MAX_SNIPPET = 180;

/** Returns whether a text in the form of `plain` contains a word that was searched for. */
type Finder = (plainText: string) => boolean;

/**
 * Returns the sections that contain most words of a search, and at least half of them; titles count twice. Accents and
 * case do not matter. The time grows with the size of the handbook, which has some thousand words, and not otherwise.
 */
export function searchArticles(articles: readonly HelpArticle[], query: string): HelpResult[] {
  const words = [...new Set(plain(cut(query, 200)).match(/[\p{L}\p{N}]{2,}/gu))].slice(0, MAX_WORDS);
  const finders = words.map(plainFinder);
  const found = articles.flatMap((article) =>
    article.sections.map((section) => {
      const matched = finders.filter((isIn) => isIn(section.plainText)).length;
      const inTitles = finders.filter((isIn) => isIn(section.plainTitles)).length;
      return { article, section, matched, score: matched + inTitles };
    }),
  );
  const most = Math.max(...found.map(({ matched }) => matched));
  if (most === 0 || most * 2 < words.length) return [];
  return found
    .filter(({ matched }) => matched === most)
    .sort((one, other) => other.score - one.score)
    .slice(0, MAX_RESULTS)
    .map(({ article, section }) => ({
      article: article.name,
      titles: [article.title, section.title].filter(Boolean),
      id: section.id,
      snippet: snippetOf(section, finders),
    }));
}

/** Returns the beginning of the paragraph with the most words of the search, from shortly before the first of them. */
function snippetOf({ paragraphs }: HelpSection, finders: readonly Finder[]): HelpResult["snippet"] {
  const hits = (text: string) => {
    const plainText = plain(text);
    return finders.filter((isIn) => isIn(plainText)).length;
  };
  const best = paragraphs.reduce((one, other) => (hits(other) > hits(one) ? other : one), paragraphs[0] ?? "");
  const words = best.split(/\s+/).map((text) => ({ text, isHit: hits(text) > 0 }));
  const first = words.findIndex(({ isHit }) => isHit);
  let from = Math.max(0, first - 8);
  // The whole paragraph, if it fits.
  if (best.length <= MAX_SNIPPET) from = 0;
  const shown: HelpResult["snippet"] = from > 0 ? [{ text: "…", isHit: false }] : [];
  let length = 0;
  for (const word of words.slice(from)) {
    length += word.text.length + 1;
    if (length > MAX_SNIPPET) return [...shown, { text: "…", isHit: false }];
    shown.push(word);
  }
  return shown;
}
