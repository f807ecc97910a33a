import { Fragment } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "~/components/ui/link";

export type HelpResultsProps = {
  query: string;
  results: readonly {
    to: string;
    titles: string[];
    snippet: { text: string; isHit: boolean }[];
  }[];
};

/** The sections that a search has found, each with a part of its text. */
export function HelpResults({ query, results }: HelpResultsProps) {
  const { t } = useTranslation("shell");
  const title = results.length > 0 ? t("search.results", { query }) : t("search.none", { query });
  return (
    <section aria-labelledby="results" className="mt-10">
      <h2 id="results" className="text-lg font-semibold wrap-anywhere">
        {title}
      </h2>
      <ol className="mt-4 space-y-5">
        {results.map(({ to, titles, snippet }) => (
          <li key={to}>
            <Link to={to} className="font-medium text-accent underline underline-offset-4">
              {titles.join(": ")}
            </Link>
            <p className="mt-1 max-w-prose text-muted">
              {snippet.map(({ text, isHit }, index) => (
                <Fragment key={index}>
                  {isHit ? <mark className="rounded-sm bg-accent-soft text-ink">{text}</mark> : text}{" "}
                </Fragment>
              ))}
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
