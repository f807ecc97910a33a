import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { ArticlePage } from "~/components/help/article-page";
import { helpArticle } from "~/server/help/help-pages.server";

export const handle = plainPage;

/** An article of the handbook. */
export const loader = (args: LoaderFunctionArgs) => helpArticle(args);

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function HelpArticlePage() {
  return <ArticlePage {...useLoaderData<typeof loader>()} />;
}
