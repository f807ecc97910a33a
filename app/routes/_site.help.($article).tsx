import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { plainPage } from "~/browser/plain-page";
import { ArticlePage } from "~/components/help/article-page";
import { HelpPage } from "~/components/help/help-page";
import { helpArticle, helpIndex } from "~/server/help/help-pages.server";

export const handle = plainPage;

/** The contents of the handbook with its search, or an article. */
export async function loader(args: LoaderFunctionArgs) {
  return args.params["article"] === undefined ? helpIndex(args) : helpArticle(args);
}

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Help() {
  const page = useLoaderData<typeof loader>();
  return "sections" in page ? <ArticlePage {...page} /> : <HelpPage {...page} />;
}
