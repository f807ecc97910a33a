import fs from "node:fs";
import path from "node:path";
import { matchPath } from "@remix-run/react";
import { describe, expect, it } from "vitest";
import sizes from "~/paths/pictures.json";
import { languages } from "~/i18n/languages";
import { helpArticles, helpFor, helpScreens } from "~/paths/help-articles";
import { readArticles } from "~/server/help/articles.server";
import { searchArticles } from "~/server/help/search.server";
import { routeAddresses } from "./support/app";
import { unwanted } from "./support/wording";

// The handbook: the same articles in every language, links that lead somewhere, and no words of screens that the
// articles write themselves.

const folder = path.join(path.dirname(import.meta.dirname), "docs/help");
const read = (language: string, name: string) => fs.readFileSync(path.join(folder, language, `${name}.md`), "utf8");
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, found]) => found!);

/** What articles must share in every language, in order. */
const shapeOf = (text: string) => ({
  headings: all(text, /^(#+) /gm),
  links: all(text, /(?<!!)\[[^\]]+\]\(([^)]+)\)/g),
  pictures: all(text, /!\[[^\]]+\]\(([^)]+)\)/g),
  items: all(text, /^\s*(-|\d+\.) /gm),
});
const labelsOf = (text: string) => all(text, /\{\{([^}]+)\}\}/g).sort();

const addresses = [...routeAddresses().values()];
const isRoute = (address: string) =>
  addresses.some((route) => !route.includes("*") && matchPath({ path: route }, address.split("#")[0]!));

describe.each(languages)("[WORK-17] the handbook in %s", (language) => {
  it("has exactly the articles of the list", () => {
    const names = fs.readdirSync(path.join(folder, language)).map((file) => file.replace(/\.md$/, ""));
    expect(names.sort()).toEqual([...helpArticles].sort());
  });

  it.each(helpArticles)("%s has the headings, links, pictures, entries and labels of the English article", (name) => {
    const [text, english] = [read(language, name), read("en", name)];
    expect(shapeOf(text)).toEqual(shapeOf(english));
    expect(labelsOf(text)).toEqual(labelsOf(english));
  });

  it.each(helpArticles)("%s links to existing pages and shows existing pictures", (name) => {
    const { links, pictures, headings } = shapeOf(read(language, name));
    expect(links.filter((link) => !isRoute(link))).toEqual([]);
    expect(pictures.filter((picture) => !(picture in sizes))).toEqual([]);
    expect(headings.filter((heading) => heading === "#")).toHaveLength(1);
  });

  it.each(helpArticles)(
    "%s takes the words of screens from the app, and keeps to the spelling of its texts",
    (name) => {
      const text = read(language, name);
      // Bold and quoted is what stands on a screen.
      const bold = all(text, /\*\*([^*]+)\*\*/g);
      expect(bold.filter((words) => !/^\{\{[\w:.-]+\}\}$/.test(words))).toEqual([]);
      expect(text).not.toMatch(/[“”„«»"]/);
      const lines = text.split("\n").map((line) =>
        line
          .replaceAll(/\{\{[^}]+\}\}/g, "0")
          .replace(/^\s*(#+|-|\d+\.) /, "")
          .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
          .trim(),
      );
      const broken = lines.flatMap((line) =>
        unwanted[language].filter((rule) => rule.test(line)).map((rule) => `${line} (${rule})`),
      );
      expect(broken).toEqual([]);
    },
  );

  it("names only texts that exist, and has a summary and anchors of its own for each article", async () => {
    for (const { title, summary, sections } of await readArticles(language, "")) {
      expect(summary.length, title).toBeGreaterThan(40);
      expect(summary.length, title).toBeLessThan(220);
      const ids = sections.map(({ id }) => id);
      expect(new Set(ids).size, title).toBe(ids.length);
      expect(JSON.stringify(sections)).not.toContain("{{");
    }
  });
});

const find = async (language: (typeof languages)[number], query: string) =>
  searchArticles(await readArticles(language, ""), query);

describe("[WORK-17] the search of the handbook", () => {
  it.each([
    ["de", "ÜBERWEISUNGEN", "paying-affiliates"],
    ["de", "ueberweisungen", "paying-affiliates"],
    ["de", "widersprechen", "getting-paid"],
    ["fr", "conserver huitieme annee", "datev-and-keeping"],
    ["es", "verificacion en dos pasos", "members-and-security"],
    ["en", "How do I invite many affiliates?", "invite-affiliates"],
    ["en", "IBAN", "getting-paid"],
  ] as const)("finds in %s what %s means, without regard to accents and case", async (language, query, article) => {
    const found = await find(language, query);
    expect(found.map((one) => one.article)).toContain(article);
    const snippet = found.find((one) => one.article === article)!.snippet;
    expect(snippet.some(({ isHit }) => isHit)).toBe(true);
  });

  it.each(["", "?", "a", "zzzzzz", "invite zzzzzz qqqqqq", "()[*+\\"])("finds nothing for %j", async (query) => {
    expect(await find("en", query)).toEqual([]);
  });

  it("reads no more of a long search than its first words", async () => {
    expect(await find("en", `webhook ${"x".repeat(100_000)}`)).toEqual(await find("en", `webhook ${"x".repeat(192)}`));
  });
});

it("[WORK-17] screens with an article exist, and each article belongs to a screen", () => {
  const parts = (screen: string) => screen.split("/").filter(Boolean);
  const begins = (route: string, screen: string) =>
    parts(screen).every((part, index) => [part, ":kind"].includes(parts(route)[index] ?? ""));
  expect(helpScreens.filter(([screen]) => !addresses.some((route) => begins(route, screen)))).toEqual([]);
  expect(new Set(helpScreens.map(([, article]) => article))).toEqual(new Set(helpArticles));
  expect([helpFor("/affiliates"), helpFor("/affiliates/x"), helpFor("/reports")]).toEqual([
    "invite-affiliates",
    "terms",
    null,
  ]);
});
