import { TRIAL_DAYS } from "../../app/domain/subscriptions/subscription";
import { helpArticles } from "../../app/paths/help-articles";
import { expect, test } from "./support/test";

test("[PUB-13] public pages have titles, descriptions, addresses in every language, Open Graph, robots and sitemap", async ({
  request,
}) => {
  const headOf = async (path: string) => (await (await request.get(path)).text()).split("</head>")[0]!;
  const base = process.env["E2E_URL"];
  for (const path of ["/", "/pricing"]) {
    const head = await headOf(path);
    expect(head).toMatch(/<title>[^<]*Finderlohn/);
    expect(head).toMatch(new RegExp(`<meta name="description" content="[^"]*${TRIAL_DAYS} days free`));
    expect(head).toContain(`<link rel="canonical" href="${base}${path}"/>`);
    for (const language of ["en", "de", "fr", "es"])
      expect(head).toContain(`href="${base}${path}?lang=${language}" hrefLang="${language}"`);
    expect(head).toContain('hrefLang="x-default"');
    const image = /property="og:image" content="([^"]+)"/.exec(head)![1]!;
    const picture = await request.get(image);
    expect([picture.status(), picture.headers()["content-type"]]).toEqual([200, "image/jpeg"]);
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
    const file = await request.get(href!);
    expect([file.status(), file.headers()["content-type"]]).toEqual([200, expect.stringContaining(type)]);
  }
  const german = await request.get("/pricing?lang=de&onboarding=true", {
    headers: { "Accept-Language": "fr" },
  });
  const html = await german.text();
  expect(html).toContain('<html lang="de"');
  expect(html).toContain(`<link rel="canonical" href="${base}/pricing?lang=de"/>`);
  // Only indexed pages take their language from the URL.
  expect(await (await request.get("/auth?lang=de")).text()).toContain('<html lang="en"');
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toContain(`Sitemap: ${base}/sitemap.xml`);
  const sitemap = await request.get("/sitemap.xml");
  expect(sitemap.headers()["content-type"]).toContain("application/xml");
  expect((await sitemap.text()).match(/<loc>/g)).toHaveLength(5 * (3 + helpArticles.length));
});
