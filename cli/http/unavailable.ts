import type { NextFunction, Request, Response } from "express";
import common_de from "~/i18n/de/common.json";
import site_de from "~/i18n/de/site.json";
import common_en from "~/i18n/en/common.json";
import site_en from "~/i18n/en/site.json";
import common_es from "~/i18n/es/common.json";
import site_es from "~/i18n/es/site.json";
import common_fr from "~/i18n/fr/common.json";
import site_fr from "~/i18n/fr/site.json";
import { fallbackLanguage, isLanguage, languages, type Language } from "~/i18n/languages";

const texts = {
  de: { ...site_de.unavailable, again: common_de.try_again },
  en: { ...site_en.unavailable, again: common_en.try_again },
  es: { ...site_es.unavailable, again: common_es.try_again },
  fr: { ...site_fr.unavailable, again: common_fr.try_again },
};
const RETRY_SECONDS = 3;

/** Answers 503 while the database is away. A form that was sent by a script stays filled in. */
export function unavailable(isAway: () => boolean) {
  return (request: Request, response: Response, next: NextFunction) => {
    if (!isAway()) return next();
    const accepted = request.acceptsLanguages(...languages);
    response
      .status(503)
      .set({ "Retry-After": String(RETRY_SECONDS), "Cache-Control": "no-store", Vary: "Accept-Language" })
      .type("html")
      .send(page(isLanguage(accepted) ? accepted : fallbackLanguage));
  };
}

function page(language: Language): string {
  const { title, text, again } = texts[language];
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
<p>${text}</p>
<p><a href="">${again}</a></p>
</main>
</body>
</html>
`;
}
