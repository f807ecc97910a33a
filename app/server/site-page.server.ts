import type { MetaDescriptor } from "@remix-run/node";
import { addressLanguage, requestLanguage, siteContent } from "./request-language.server";
import { plans } from "~/domain/subscriptions/subscription";
import { languages, type Language } from "~/i18n/languages";
import type { SiteContent } from "~/i18n/site-texts.server";
import { indexedPages } from "~/paths/indexed-pages";
import { paths } from "~/paths/paths";
import { homeOf } from "~/paths/landing";
import { env, publicAddress } from "~/platform/env.server";
import { currentUser, type RequestContext } from "./session.server";

/** Returns what the public pages share: texts, reader, and the language for links. */
export async function sitePage(args: RequestContext) {
  const language = await requestLanguage(args.request);
  const user = await currentUser(args);
  const named = addressLanguage(args.request);
  return {
    language,
    content: siteContent(args.request, language),
    user,
    home: user && homeOf(user),
    /** Query string for addresses of public pages, so that a reader who came by a language's address stays in it. */
    search: named ? { lang: named } : "",
  };
}

/** Returns the absolute address of a page in a language; without one, of the page in the browser's language. */
const absolute = (path: string, language?: string) =>
  `${publicAddress(env())}${path}${language ? `?lang=${language}` : ""}`;

const PREVIEW = { file: "/site/preview.jpg", width: "1200", height: "630" };

/** Returns title, description, the addresses in all languages, and the preview of shared links. */
export function siteMeta(
  request: Request,
  { title, description }: { title: string; description: string },
): MetaDescriptor[] {
  const { pathname } = new URL(request.url);
  // Only indexed pages take their language from the URL.
  const isIndexed = indexedPages.includes(pathname);
  const address = absolute(pathname, (isIndexed && addressLanguage(request)) || undefined);
  const link = (rel: string, href: string, hrefLang?: string) => ({
    tagName: "link" as const,
    rel,
    href,
    hrefLang,
  });
  const graph = {
    type: "website",
    site_name: "Finderlohn",
    title,
    description,
    url: address,
    image: absolute(PREVIEW.file),
    "image:width": PREVIEW.width,
    "image:height": PREVIEW.height,
  };
  return [
    { title: title.includes("Finderlohn") ? title : `${title} · Finderlohn` },
    { name: "description", content: description },
    link("canonical", address),
    ...(isIndexed
      ? [
          ...languages.map((language) => link("alternate", absolute(pathname, language), language)),
          link("alternate", absolute(pathname), "x-default"),
        ]
      : []),
    ...Object.entries(graph).map(([name, content]) => ({ property: `og:${name}`, content })),
    { name: "twitter:card", content: "summary_large_image" },
  ];
}

/**
 * Returns structured data of the landing page for search engines (https://schema.org): operator, program, prices, and
 * questions.
 */
export function structuredData({ landing, questions }: SiteContent, language: Language): MetaDescriptor[] {
  const address = absolute("/");
  const organization = {
    "@type": "Organization",
    "@id": `${address}#organization`,
    name: "Finderlohn",
    url: address,
  };
  const data = {
    "@context": "https://schema.org",
    "@graph": [
      { ...organization, logo: absolute("/icon-512.png") },
      {
        "@type": "SoftwareApplication",
        name: "Finderlohn",
        url: address,
        description: landing.description,
        applicationCategory: "BusinessApplication",
        operatingSystem: "Web",
        inLanguage: language,
        publisher: { "@id": organization["@id"] },
        offers: plans.map(({ total }) => ({
          "@type": "Offer",
          price: total.amount / 100,
          priceCurrency: total.currency,
          url: absolute(paths.pricing()),
        })),
      },
      {
        "@type": "FAQPage",
        mainEntity: questions.items.map(({ question, answer }) => ({
          "@type": "Question",
          name: question,
          acceptedAnswer: { "@type": "Answer", text: answer },
        })),
      },
    ],
  };
  return [{ "script:ld+json": data }];
}

/** Returns the sitemap: the indexed pages in all languages. */
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

/** Returns robots.txt, which excludes pages behind a sign-in or a secret. */
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
