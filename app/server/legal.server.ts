import fs from "node:fs";
import path from "node:path";
import { Marked } from "marked";
import { withScheme } from "~/domain/shared/web-address";
import { fallbackLanguage, languages, type Language } from "~/i18n/languages";
import { env } from "~/platform/env.server";

/** The pages an operator can write. Without a file, a page is neither linked nor found. */
export const legalPages = ["imprint", "privacy"] as const;
export type LegalPage = (typeof legalPages)[number];

const isLegalPage = (name: string | undefined): name is LegalPage =>
  (legalPages as readonly (string | undefined)[]).includes(name);

/** Returns the suffixes of a page's files, best first: the reader's language, English, any other, one for all. */
function endingsFor(language: Language): string[] {
  const wanted = [...new Set([language, fallbackLanguage, ...languages])].map((one) => `.${one}`);
  return [wanted[0]!, "", ...wanted.slice(1)].flatMap((ending) => [`${ending}.md`, `${ending}.txt`]);
}

function fileOf(name: LegalPage, language: Language, folder: string | undefined): string | undefined {
  if (!folder) return undefined;
  return endingsFor(language)
    .map((ending) => path.join(folder, name + ending))
    .find((file) => fs.existsSync(file));
}

/** Returns the existing pages in the order of the footer. */
export const legalPagesThere = (folder = env().LEGAL_DIR): LegalPage[] =>
  legalPages.filter((name) => fileOf(name, fallbackLanguage, folder));

/** Addresses with these prefixes become links; others, such as "javascript:", do not. */
const SAFE_LINK = /^(https?:|mailto:|tel:|\/(?!\/)|#)/i;

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Renders Markdown as HTML. HTML within it is shown as text, and images are left out, so nothing loads from other
 * sites.
 */
const markdown = new Marked({
  async: false,
  gfm: true,
  renderer: {
    html: ({ text }) => escaped(text),
    image: ({ text }) => escaped(text),
    link({ href, tokens }) {
      const text = this.parser.parseInline(tokens);
      const address = withScheme(href);
      return SAFE_LINK.test(address) ? `<a href="${escaped(address)}">${text}</a>` : text;
    },
  },
});

/** Returns a page of the operator as HTML, or null. */
export function readLegalPage(
  name: string | undefined,
  language: Language,
  folder = env().LEGAL_DIR,
): { html: string } | null {
  const file = isLegalPage(name) && fileOf(name, language, folder);
  if (!file) return null;
  const text = fs.readFileSync(file, "utf8");
  if (file.endsWith(".md")) return { html: markdown.parse(text) as string };
  const paragraphs = text.split(/\n\s*\n/).map((one) => `<p>${escaped(one.trim()).replaceAll("\n", "<br>")}</p>`);
  return { html: paragraphs.join("\n") };
}
