import fs from "node:fs";
import type { Server } from "node:http";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { installGlobals, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import expressStaticGzip from "express-static-gzip";
import type { Database } from "~/platform/db/database.server";
import type { Billing } from "~/domain/subscriptions/billing";
import { sessionCookieName, type Env } from "~/platform/env.server";
import { apiRoutes } from "./http/api";
import { ownHostOnly, ownOrigin, shortAddressesOnly } from "./http/address";
import { answerWith } from "./http/answer";
import { isDamagedAddress, refusingBuild } from "./http/damaged-address";
import { paths } from "~/paths/paths";
import { takesFile } from "~/paths/upload-paths";
import { openFiles } from "~/platform/files/open-files.server";
import { stripePages } from "~/paths/stripe-pages";
import { API_ROOT } from "~/server/api/operation";
import { fileRoutes } from "./http/files";
import { formsOnly } from "./http/forms";
import { healthRoutes } from "./http/health";
import { openLeaving } from "./http/leaving";
import type { TakenPort } from "./http/port";
import { logRefusals } from "./http/refusals";
import { bodiesInTime, forwardedWithoutPorts, plainRequestsOnly } from "./http/requests";
import { buildsByAddress, firstParts } from "./http/routes-of";
import { lastResort, noStore, originCheck, securityHeaders } from "./http/security";
import { stripeEvents } from "./http/stripe-events";
import { sayingUnavailable, unavailable } from "./http/unavailable";
import type { LiveFigures, Metrics } from "./metrics";
import { projectRoot } from "./project-root";
import { migrationNames } from "./apply-migrations";

export interface WebServer {
  /**
   * Closes the server. For the first `delayMs` it still accepts requests, while `/readyz` responds with 503 and each
   * response closes its connection, so that a proxy leaves without losing a request. Then it waits up to 5 s for
   * running requests.
   */
  close(delayMs: number): Promise<void>;
}

/**
 * Serves the built app on a port.
 * @param isDatabaseAway whether the embedded database is restarting
 * @param metrics counts all requests except health checks, and the open streams
 */
export async function startWebServer(
  { server, answerWith: answer }: TakenPort,
  env: Env & { SESSION_SECRET: string },
  appUrl: string,
  database: Database,
  billing: Billing,
  isDatabaseAway: () => boolean,
  metrics?: Metrics | null,
): Promise<WebServer> {
  const root = projectRoot();
  const client = path.join(root, "build", "web", "client");
  const production = env.APP_MODE === "production";
  const build = sayingUnavailable(
    (await import(
      /* @vite-ignore */ pathToFileURL(path.join(root, "build", "web", "server", "index.js")).href
    )) as ServerBuild,
  );
  installGlobals({ nativeFetch: true });

  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", false);
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(forwardedWithoutPorts);
  const leaving = openLeaving();
  app.use(leaving.handler);
  app.use(healthRoutes(database, migrationNames(path.join(root, "prisma")), leaving.hasBegun));
  // Paths beside the pages: files, the API, Stripe's events.
  const beside = ["/assets", API_ROOT, paths.stripeEvents()].map((address) => address.split("/")[1]!);
  if (metrics) app.use(metrics.requests(new Set([...beside, ...firstParts(build)])));
  app.use(logRefusals);
  app.use(plainRequestsOnly);
  app.use(bodiesInTime(takesFile));
  app.use(compression());
  app.use(securityHeaders(appUrl, billing.isSimulated ? [] : stripePages));
  app.use(shortAddressesOnly);
  if (!production) app.use(ownHostOnly(appUrl));
  app.use(
    "/assets",
    expressStaticGzip(path.join(client, "assets"), {
      enableBrotli: true,
      orderPreference: ["br"],
      index: false,
      serveStatic: { immutable: true, maxAge: "1y" },
    }),
    // Pages from before an update request files that no longer exist.
    notFound,
  );
  app.use(publicFiles(client));
  const sessionCookie = sessionCookieName(appUrl);
  app.use(noStore(sessionCookie));
  app.use(stripeEvents(database, billing));
  const { SESSION_SECRET: secret } = env;
  const files = openFiles(env);
  app.use(fileRoutes({ database, secret, files }));
  app.use(apiRoutes({ database, origin: new URL(appUrl).origin, secret, files }));
  app.use(originCheck(appUrl, production));
  app.use(formsOnly(sessionCookie));
  app.use(unavailable(isDatabaseAway));
  app.use(ownOrigin(appUrl));
  // A file must be streamed. As the data of a page it would be held in memory completely.
  app.all(["/*path.csv.data", "/*path.zip.data"], notFound);
  app.all("/{*path}", pages(build));
  app.use(lastResort);
  answer(app);
  const { closeDatabase, closeLive, liveFigures } = build.entry.module as unknown as WebBundle;
  metrics?.live(liveFigures);
  return {
    close: async (delayMs) => {
      leaving.begin();
      await sleep(delayMs);
      // No new connections: a page whose stream ends reconnects immediately. Streams never end by themselves.
      const closed = close(server);
      await closeLive();
      await closed;
      await closeDatabase();
    },
  };
}

const notFound: express.RequestHandler = (_request, response) => {
  response.status(404).type("text/plain").send("Not found\n");
};

/** Returns a handler for the pages of the build. */
function pages(build: ServerBuild): express.Handler {
  const buildFor = buildsByAddress(build);
  const refusing = refusingBuild(build);
  const handlers = new Map<ServerBuild, express.Handler>();
  const handlerOf = (one: ServerBuild) =>
    answerWith(one, process.env["NODE_ENV"] ?? "production", (request, response) => ({
      nonce: response.locals["nonce"] as string,
      requestId: response.locals["requestId"] as string,
      ip: request.ip ?? "",
    }));
  return (request, response, next) => {
    const one = isDamagedAddress(request.originalUrl) ? refusing : buildFor(request.path);
    const handler = handlers.get(one) ?? handlerOf(one);
    handlers.set(one, handler);
    return handler(request, response, next);
  };
}

/** Functions that the entry of the web bundle (app/entry.server.tsx) exports besides the pages. */
interface WebBundle {
  closeDatabase: () => Promise<void>;
  closeLive: () => Promise<void>;
  liveFigures: () => LiveFigures;
}

/** Serves the files of public/. Their names are read once at the start, so that a page request needs no file access. */
function publicFiles(folder: string): express.Handler {
  const names = new Set(fs.readdirSync(folder));
  const serveFile = express.static(folder, { maxAge: "1h", index: false });
  return (request, response, next) =>
    names.has(request.path.split("/")[1] ?? "") ? serveFile(request, response, next) : next();
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
