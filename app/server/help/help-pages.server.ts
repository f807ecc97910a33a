import type { LoaderFunctionArgs } from "@remix-run/node";
import { languages } from "~/i18n/languages";
import { articlePath, helpFor, helpGroups, type HelpGroup } from "~/paths/help-articles";
import { paths } from "~/paths/paths";
import { redirect } from "../redirect.server";
import { addressLanguage, requestLanguage, siteContent } from "../request-language.server";
import { siteMeta } from "../site-page.server";
import { readArticles } from "./articles.server";
import { searchArticles } from "./search.server";

/** Returns what every page of the handbook needs. */
async function helpPage(request: Request) {
  const language = await requestLanguage(request);
  const named = addressLanguage(request) ?? undefined;
  // A reader who came by a language's address stays in it.
  const search = named ? `?lang=${named}` : "";
  const texts = siteContent(request, language).help;
  return { texts, language, named, search, articles: await readArticles(language, search) };
}

/** Returns the contents of the handbook with the results of a search, or leads to the article of a screen. */
export async function helpIndex({ request }: LoaderFunctionArgs) {
  const { searchParams } = new URL(request.url);
  const screen = helpFor(searchParams.get("at") ?? "");
  if (screen) throw redirect(articlePath(screen));
  const { texts, named, articles } = await helpPage(request);
  const query = (searchParams.get("q") ?? "").trim();
  const results = searchArticles(articles, query).map(({ article, id, titles, snippet }) => ({
    to: articlePath(article, named) + (id && `#${id}`),
    titles,
    snippet,
  }));
  const groups = (Object.keys(helpGroups) as HelpGroup[]).map((group) => ({
    title: texts.groups[group],
    articles: helpGroups[group].map((name) => {
      const { title, summary } = articles.find((article) => article.name === name)!;
      return { to: articlePath(name, named), title, summary };
    }),
  }));
  const meta = siteMeta(request, { title: texts.title, description: texts.text });
  return { texts, query, language: named ?? null, results, groups, meta };
}

/**
 * Returns an article with the next one for the same readers and its addresses in the other languages. Throws a response
 * with 404.
 */
export async function helpArticle({ request, params }: LoaderFunctionArgs) {
  const { texts, language, named, search, articles } = await helpPage(request);
  const article = articles.find(({ name }) => name === params["article"]);
  if (!article) throw new Response(null, { status: 404 });
  const group: readonly string[] = Object.values(helpGroups).find((names: readonly string[]) =>
    names.includes(article.name),
  )!;
  const next = articles.find(({ name }) => name === group[group.indexOf(article.name) + 1]);
  return {
    texts,
    language: named ?? null,
    contents: paths.help(search),
    title: article.title,
    sections: article.sections.map(({ id, title, parts }) => ({ id, title, parts })),
    next: next ? { to: articlePath(next.name, named), title: next.title } : null,
    others: languages
      .filter((other) => other !== language)
      .map((other) => ({ language: other, to: articlePath(article.name, other) })),
    meta: siteMeta(request, { title: article.title, description: article.summary }),
  };
}
