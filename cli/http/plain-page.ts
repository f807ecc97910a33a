import type { Request, Response } from "express";
import common_de from "~/i18n/de/common.json";
import site_de from "~/i18n/de/site.json";
import common_en from "~/i18n/en/common.json";
import site_en from "~/i18n/en/site.json";
import common_es from "~/i18n/es/common.json";
import site_es from "~/i18n/es/site.json";
import common_fr from "~/i18n/fr/common.json";
import site_fr from "~/i18n/fr/site.json";
import { escaped } from "~/domain/documents/xml";
import { fallbackLanguage, isLanguage, languages, type Language } from "~/i18n/languages";
import { paths } from "~/paths/paths";

// Pages of the server itself, for errors before or without a page of the app.

const texts = {
  de: { ...site_de, again: common_de.try_again },
  en: { ...site_en, again: common_en.try_again },
  es: { ...site_es, again: common_es.try_again },
  fr: { ...site_fr, again: common_fr.try_again },
};

/** The kinds of pages; each has a title and a text in `site`. */
export type PlainKind =
  | "unavailable"
  | "unexpected"
  | "bad_request"
  | "address_too_long"
  | "form_too_large"
  | "files_too_large"
  | "foreign_form";

interface PlainDetails {
  back?: string;
  max?: number;
}

/**
 * Renders a server page as HTML. While the database is unreachable it links to itself, for files that are too large
 * (`max` in MiB) to `back`, the address of their form, and otherwise home.
 */
export function plainPage(language: Language, kind: PlainKind, { back, max }: PlainDetails = {}): string {
  const words = texts[language];
  const { title, text } = words[kind];
  const [href, link] =
    kind === "unavailable"
      ? ["", words.again]
      : back === undefined
        ? [paths.home(), words.not_found.home]
        : [escaped(back), words.files_too_large.back];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>${title} · Finderlohn</title>
<style>body { font: 1rem/1.5 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 1rem }</style>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${text.replace("{{max}}", String(max))}</p>
<p><a href="${href}">${link}</a></p>
</main>
</body>
</html>
`;
}

/** Returns the best supported language of the Accept-Language header. */
export function acceptedLanguage(request: Request): Language {
  const accepted = request.acceptsLanguages(...languages);
  return isLanguage(accepted) ? accepted : fallbackLanguage;
}

/**
 * Rejects a request before a page is reached. A browser that opens a page gets a page in the reader's language; other
 * clients get `line`.
 */
export function answerPlainly(
  request: Request,
  response: Response,
  answer: { status: number; kind: PlainKind; line: string; language?: Language } & PlainDetails,
): void {
  const { status, kind, line, language = acceptedLanguage(request), ...details } = answer;
  response.status(status).vary("Accept").vary("Accept-Language");
  if (request.accepts(["text/plain", "text/html"]) === "text/html")
    response
      .set("Cache-Control", "no-store")
      .type("html")
      .send(plainPage(language, kind, details));
  else response.type("text/plain").send(`${line}\n`);
}
