import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { HelpIndex } from "~/components/help/help-index";
import { HelpResults } from "~/components/help/help-results";
import { HelpSearch } from "~/components/help/help-search";
import { helpIndex } from "~/server/help/help-pages.server";

export const handle = plainPage;

/** The contents of the handbook, and its search. */
export const loader = (args: LoaderFunctionArgs) => helpIndex(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Help() {
  const { texts, query, language, results, groups } = useLoaderData<typeof loader>();
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
