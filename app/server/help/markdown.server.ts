import { Marked, type Token, type Tokens } from "marked";

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Returns Markdown as HTML. The texts are the program's own; HTML in them is shown as text all the same. */
export function renderer(addressOf: (href: string) => string) {
  return new Marked({
    async: false,
    gfm: true,
    renderer: {
      html: ({ text }) => escaped(text),
      image({ text }) {
        throw new TypeError(`the picture "${text}" of the handbook must be a paragraph of its own`);
      },
      link({ href, tokens }) {
        return `<a href="${escaped(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
}

/** Returns text so that Markdown shows it as it is. */
export const literal = (text: string) => text.replace(/[\\`*_[\]<>#|]/g, String.raw`\$&`);

/** Returns what a reader sees of a token, without pictures. */
export function textOf(token: Token): string {
  if (token.type === "image") return "";
  if ("tokens" in token && token.tokens) return token.tokens.map(textOf).join("");
  return "text" in token ? String(token.text) : "";
}

/** Returns the paragraphs of a token: a list has one for each entry. */
export function paragraphsOf(token: Token): string[] {
  const items = token.type === "list" ? (token as Tokens.List).items : [token];
  return items.map(textOf).filter(Boolean);
}

/** Returns the picture of a paragraph that contains nothing else. */
export function pictureOf(token: Token): Tokens.Image | null {
  const [only, ...others] = token.type === "paragraph" ? (token as Tokens.Paragraph).tokens : [];
  return only?.type === "image" && others.length === 0 ? (only as Tokens.Image) : null;
}
