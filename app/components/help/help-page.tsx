import { HelpIndex, type HelpIndexProps } from "./help-index";
import { HelpResults, type HelpResultsProps } from "./help-results";
import { HelpSearch, type HelpSearchProps } from "./help-search";

export type HelpPageProps = Pick<HelpSearchProps, "query" | "language"> &
  Pick<HelpResultsProps, "results"> &
  HelpIndexProps & { texts: { title: string; text: string; search: string } };

/** The contents of the handbook, and what a search has found. */
export function HelpPage({ texts, query, language, results, groups }: HelpPageProps) {
  return (
    <div className="mx-auto max-w-4xl px-4 py-12 md:px-8 md:py-16">
      <h1 className="text-3xl font-semibold tracking-tight">{texts.title}</h1>
      <p className="mt-3 max-w-prose text-muted">{texts.text}</p>
      <HelpSearch label={texts.search} query={query} language={language} />
      {query && <HelpResults query={query} results={results} />}
      <HelpIndex groups={groups} />
    </div>
  );
}
