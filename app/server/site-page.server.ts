import type { MetaDescriptor } from "@remix-run/node";
import { addressLanguage, requestLanguage } from "~/i18n/i18n.server";
import { languages } from "~/i18n/languages";
import { siteContent } from "~/i18n/site/content.server";
import { indexedPages, paths } from "~/paths/paths";
import { homeOf } from "~/paths/landing";
import { env, publicAddress } from "~/platform/env.server";
import { currentUser, type RequestContext } from "./session.server";

/** What the public pages have in common: their texts, who reads them, and the language their links name. */
export async function sitePage(args: RequestContext) {
  const language = await requestLanguage(args.request);
  const user = await currentUser(args);
  const named = addressLanguage(args.request);
  return {
    language,
    content: siteContent(args.request, language),
    user,
    home: user && homeOf(user),
    /** Follows the addresses of public pages, so that a reader who came by a language's address stays in it. */
    search: named ? { lang: named } : "",
  };
}

/** The absolute address of a page in a language; without one, of the page that asks the browser. */
const absolute = (path: string, language?: string) =>
  `${publicAddress(env())}${path}${language ? `?lang=${language}` : ""}`;

const PREVIEW = { file: "/site/preview.jpg", width: "1200", height: "630" };

/** Title, description, the addresses in all languages, and what a link to the page looks like elsewhere. */
export function siteMeta(
  request: Request,
  { title, description }: { title: string; description: string },
): MetaDescriptor[] {
  const { pathname } = new URL(request.url);
  const named = addressLanguage(request) ?? undefined;
  const address = absolute(pathname, named);
  const link = (rel: string, href: string, hrefLang?: string) => ({
    tagName: "link" as const,
    rel,
    href,
    hrefLang,
  });
  const graph = {
    ...{ type: "website", site_name: "Finderlohn", title, description, url: address },
    ...{ image: absolute(PREVIEW.file), "image:width": PREVIEW.width, "image:height": PREVIEW.height },
  };
  return [
    { title: title.includes("Finderlohn") ? title : `${title} · Finderlohn` },
    { name: "description", content: description },
    link("canonical", address),
    ...languages.map((language) => link("alternate", absolute(pathname, language), language)),
    link("alternate", absolute(pathname), "x-default"),
    ...Object.entries(graph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/** The indexed pages in all languages, for search engines. */
export function sitemap(): string {
  const pages = indexedPages.flatMap((path) => {
    const alternates = [
      ...languages.map((language) => [language, absolute(path, language)]),
      ["x-default", absolute(path)],
    ].map(([language, href]) => `<xhtml:link rel="alternate" hreflang="${language}" href="${href}"/>`);
    return [undefined, ...languages].map(
      (language) => `<url><loc>${absolute(path, language)}</loc>${alternates.join("")}</url>`,
    );
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">',
    ...pages,
    "</urlset>",
    "",
  ].join("\n");
}

/** What programs that gather pages are asked to leave alone: what is behind a sign-in or a secret. */
export function robots(): string {
  const closed = [
    paths.link(),
    paths.unsubscribe(),
    paths.inOrganization("", ""),
    paths.leads(),
    paths.dashboard(),
    paths.settings(),
  ];
  return [
    "User-agent: *",
    ...closed.map((path) => `Disallow: ${path}`),
    `Sitemap: ${absolute(paths.sitemap())}`,
    "",
  ].join("\n");
}
