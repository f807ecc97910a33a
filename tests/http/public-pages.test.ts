import { expect, test } from "vitest";
import { TRIAL_DAYS } from "~/domain/subscriptions/subscription";
import { helpArticles } from "~/paths/help-articles";
import { useDatabase } from "../support/database";
import { attributes } from "../support/html";
import { useSite } from "../support/site";

// What search engines and lost visitors get.

const site = useSite(useDatabase());

test("[PUB-13] public pages have titles, descriptions, addresses in every language, Open Graph, robots and sitemap", async () => {
  const headOf = async (path: string) => (await site.request(path)).text.split("</head>")[0]!;
  const base = site.appUrl;
  for (const path of ["/", "/pricing"]) {
    const head = await headOf(path);
    expect(head).toMatch(/<title>[^<]*Finderlohn/);
    expect(head).toMatch(new RegExp(`<meta name="description" content="[^"]*${TRIAL_DAYS} days free`));
    expect(head).toContain(`<link rel="canonical" href="${base}${path}"/>`);
    for (const language of ["en", "de", "fr", "es"])
      expect(head).toContain(`href="${base}${path}?lang=${language}" hrefLang="${language}"`);
    expect(head).toContain('hrefLang="x-default"');
    const image = /property="og:image" content="([^"]+)"/.exec(head)![1]!;
    expect(image.startsWith(`${base}/`)).toBe(true);
    const picture = await site.request(image.slice(base.length));
    expect([picture.status, picture.headers["content-type"]]).toEqual([200, "image/jpeg"]);
  }
  for (const path of ["/help", "/help/terms"]) {
    const head = await headOf(path);
    expect(head, path).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(head, path).toContain(`href="${base}${path}?lang=fr" hrefLang="fr"`);
  }
  for (const path of ["/auth", "/affiliate/login", "/docs/api"]) {
    const head = await headOf(path);
    expect(head, path).toMatch(/<meta name="description" content="[^"]{40,}"/);
    expect(head, path).toContain(`<link rel="canonical" href="${base}${path}"/>`);
    expect(head, path).not.toContain("hrefLang");
  }
  const [, facts = ""] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(await headOf("/")) ?? [];
  const { "@graph": graph } = JSON.parse(facts) as { "@graph": Record<string, unknown>[] };
  expect(graph.map((one) => one["@type"])).toEqual(["Organization", "SoftwareApplication", "FAQPage"]);
  expect(graph[2]!["mainEntity"]).toHaveLength(8);
  for (const [rel, type] of [
    ["apple-touch-icon", "image/png"],
    ["manifest", "application/manifest+json"],
  ] as const) {
    const [, href] = new RegExp(`<link rel="${rel}" href="([^"]+)"`).exec(await headOf("/"))!;
    const file = await site.request(href!);
    expect([file.status, file.headers["content-type"]]).toEqual([200, expect.stringContaining(type)]);
  }
  const { text: html } = await site.request("/pricing?lang=de&onboarding=true", {
    headers: { "Accept-Language": "fr" },
  });
  expect(html).toContain('<html lang="de"');
  expect(html).toContain(`<link rel="canonical" href="${base}/pricing?lang=de"/>`);
  // Only indexed pages take their language from the URL.
  expect((await site.request("/auth?lang=de")).text).toContain('<html lang="en"');
  const { text: robots } = await site.request("/robots.txt");
  expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`);
  const sitemap = await site.request("/sitemap.xml");
  expect(sitemap.headers["content-type"]).toContain("application/xml");
  expect(sitemap.text.match(/<loc>/g)).toHaveLength(5 * (3 + helpArticles.length));
});

test("[PUB-12] unknown addresses respond with 404 and a link to the home page", async () => {
  const linksIn = (part: string, html: string) =>
    attributes(
      new RegExp(`<${part}\\b.*?</${part}>`, "s")
        .exec(html)![0]
        .match(/<a\b[^>]*>/g)
        ?.join("") ?? "",
      "href",
    );
  for (const path of ["/nothing-here", "/legal/imprint", "/legal/privacy", "/legal/terms"]) {
    const { status, text } = await site.request(path);
    expect(status, path).toBe(404);
    expect(linksIn("main", text)).toEqual(["/"]);
    expect(linksIn("footer", text)).toEqual([]);
  }
  expect((await site.request("/help/no-such-article")).status).toBe(404);
});
