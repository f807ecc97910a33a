import type { ServerBuild } from "@remix-run/node";
import type { NextFunction, Request, Response as ExpressResponse } from "express";
import common_de from "~/i18n/de/common.json";
import site_de from "~/i18n/de/site.json";
import common_en from "~/i18n/en/common.json";
import site_en from "~/i18n/en/site.json";
import common_es from "~/i18n/es/common.json";
import site_es from "~/i18n/es/site.json";
import common_fr from "~/i18n/fr/common.json";
import site_fr from "~/i18n/fr/site.json";
import { requestLanguage } from "~/i18n/i18n.server";
import { fallbackLanguage, isLanguage, languages, type Language } from "~/i18n/languages";
import { isUnavailable, RETRY_SECONDS } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";
import { pathForLog } from "~/server/form.server";

const texts = {
  de: { ...site_de.unavailable, again: common_de.try_again },
  en: { ...site_en.unavailable, again: common_en.try_again },
  es: { ...site_es.unavailable, again: common_es.try_again },
  fr: { ...site_fr.unavailable, again: common_fr.try_again },
};

type Door = NonNullable<ServerBuild["routes"][string]>["module"]["loader"];

/**
 * The same build, whose loaders and actions answer 503 when the database is not available. Pages show that in the place of what could
 * not be read; files and the like, which are no pages, answer with one of their own.
 */
export function sayingUnavailable(build: ServerBuild): ServerBuild {
  const routes = Object.entries(build.routes).map(([id, route]) => {
    if (!route) return [id, route] as const;
    const isPage = route.module.default !== undefined;
    const { loader, action } = route.module;
    const doors = {
      ...(loader && { loader: guarded(loader, isPage) }),
      ...(action && { action: guarded(action, isPage) }),
    };
    return [id, { ...route, module: { ...route.module, ...doors } }] as const;
  });
  return { ...build, routes: Object.fromEntries(routes) };
}

const guarded =
  (door: NonNullable<Door>, isPage: boolean): NonNullable<Door> =>
  async (args) => {
    try {
      return await door(args);
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      const facts = { err: error, request_id: args.context.requestId, path: pathForLog(args.request) };
      log.warn(facts, "the database was not available");
      const status = { status: 503, statusText: "Service Unavailable" };
      if (isPage) throw new Response(null, status);
      const html = page(await requestLanguage(args.request));
      throw new Response(html, { ...status, headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
  };

/** Answers 503 while the program's own database starts again. A form that was sent by a script stays filled in. */
export function unavailable(isAway: () => boolean) {
  return (request: Request, response: ExpressResponse, next: NextFunction) => {
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
