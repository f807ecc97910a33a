import type { Token, Tokens } from "marked";
import type { PictureName } from "~/paths/pictures";
import { plain } from "~/domain/shared/search";
import { i18nFor } from "~/i18n/i18n.server";
import type { Language } from "~/i18n/languages";
import { helpArticles, type HelpArticleName } from "~/paths/help-articles";
import { literal, paragraphsOf, pictureOf, renderer, textOf } from "./markdown.server";

/** HTML, or a screenshot. */
export type HelpPart = { html: string } | { picture: PictureName; alt: string };

export interface HelpSection {
  /** The anchor; empty for what is above the first heading. */
  id: string;
  title: string;
  parts: HelpPart[];
  /** What the search shows, and what it reads: titles and paragraphs without case and accents. */
  paragraphs: string[];
  plainTitles: string;
  plainText: string;
}

export interface HelpArticle {
  name: HelpArticleName;
  title: string;
  /** The first paragraph, as text. */
  summary: string;
  sections: HelpSection[];
}

/** The files are in the build, so that the server needs none beside it. */
const files = import.meta.glob<string>("../../../docs/help/*/*.md", {
  query: "?raw",
  import: "default",
  eager: true,
});

// The texts do not change while the process runs. At most two entries per language.
const known = new Map<string, Promise<HelpArticle[]>>();

/**
 * Returns all articles in a language, in reading order.
 * @param search query of the links to other articles, to keep the language of the address
 */
export function readArticles(language: Language, search: string): Promise<HelpArticle[]> {
  const key = `${language} ${search}`;
  const articles = known.get(key) ?? parseAll(language, search);
  known.set(key, articles);
  return articles;
}

async function parseAll(language: Language, search: string): Promise<HelpArticle[]> {
  const i18n = await i18nFor(language);
  const label = (key: string) => {
    if (!i18n.exists(key)) throw new TypeError(`the handbook names the text "${key}", which does not exist`);
    return literal(i18n.t(key));
  };
  return helpArticles.map((name) => {
    const source = files[`../../../docs/help/${language}/${name}.md`];
    if (source === undefined) throw new TypeError(`the handbook has no ${language} text of "${name}"`);
    return parse(
      name,
      source.replaceAll(/\{\{([\w:.-]+)\}\}/g, (_, key: string) => label(key)),
      search,
    );
  });
}

function parse(name: HelpArticleName, source: string, search: string): HelpArticle {
  const markdown = renderer((href) => (href.startsWith("/help") ? withSearch(href, search) : href));
  const [heading, ...tokens] = markdown.lexer(source).filter(({ type }) => type !== "space") as Token[];
  const title = textOf(heading!);
  const sections: Omit<HelpSection, "plainTitles" | "plainText">[] = [{ id: "", title: "", parts: [], paragraphs: [] }];
  for (const token of tokens) {
    if (token.type === "heading") {
      sections.push({ ...headingOf(token as Tokens.Heading), parts: [], paragraphs: [] });
      continue;
    }
    const { parts, paragraphs } = sections.at(-1)!;
    const picture = pictureOf(token);
    parts.push(
      picture ? { picture: picture.href as PictureName, alt: picture.text } : { html: markdown.parser([token]) },
    );
    paragraphs.push(...paragraphsOf(token));
  }
  return {
    name,
    title,
    summary: sections[0]!.paragraphs[0] ?? "",
    sections: sections.map((section) => ({
      ...section,
      plainTitles: plain(`${title}\n${section.title}`),
      plainText: plain([title, section.title, ...section.paragraphs].join("\n")),
    })),
  };
}

function headingOf(token: Tokens.Heading): { id: string; title: string } {
  const title = textOf(token);
  const id = plain(title).replace(/[^a-z0-9]+/g, "-");
  return { id, title };
}

/** Puts the query before the anchor. */
function withSearch(href: string, search: string): string {
  const [path = "", anchor] = href.split("#");
  return path + search + (anchor === undefined ? "" : `#${anchor}`);
}
