import type { ServerBuild } from "@remix-run/node";
import type { NextFunction, Request, Response as ExpressResponse } from "express";
import { requestLanguage } from "~/server/request-language.server";
import { isUnavailable, RETRY_SECONDS } from "~/platform/db/outage.server";
import { log } from "~/platform/log.server";
import { pathForLog } from "~/server/form.server";
import { acceptedLanguage, plainPage } from "./plain-page";

type Door = NonNullable<ServerBuild["routes"][string]>["module"]["loader"];

/**
 * Returns a build whose loaders and actions respond with 503 when the database is unavailable. Pages show a notice in
 * place of the missing data; routes without a page, such as files, respond with a page of the server.
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
      log.warn(facts, "database unavailable");
      const status = { status: 503, statusText: "Service Unavailable" };
      if (isPage) throw new Response(null, status);
      const html = plainPage(await requestLanguage(args.request), "unavailable");
      throw new Response(html, { ...status, headers: { "Content-Type": "text/html; charset=utf-8" } });
    }
  };

/** Responds with 503 while the embedded database restarts. A form submitted by script keeps its values. */
export function unavailable(isAway: () => boolean) {
  return (request: Request, response: ExpressResponse, next: NextFunction) => {
    if (!isAway()) return next();
    response
      .status(503)
      .set({ "Retry-After": String(RETRY_SECONDS), "Cache-Control": "no-store", Vary: "Accept-Language" })
      .type("html")
      .send(plainPage(acceptedLanguage(request), "unavailable"));
  };
}
