import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { createRequestHandler } from "@remix-run/express";
import { installGlobals, type ServerBuild } from "@remix-run/node";
import compression from "compression";
import express from "express";
import type { Database } from "~/platform/db/database.server";
import { sessionCookieName, type Env } from "~/platform/env.server";
import { ownHostOnly, ownOrigin, shortAddressesOnly } from "./http/address";
import { formsOnly } from "./http/forms";
import { healthRoutes } from "./http/health";
import { logRefusals } from "./http/refusals";
import { lastResort, noStore, originCheck, securityHeaders } from "./http/security";
import { unavailable } from "./http/unavailable";
import { projectRoot } from "./project-root";
import { migrationNames } from "./schema-engine";

export interface WebServer {
  port: number;
  /** Answers what is in progress for up to 5 s, then closes. */
  close(): Promise<void>;
}

/**
 * Serves the built app. Rejects with a clear message when the port is taken.
 * @param isDatabaseAway whether the database is known to be starting again
 */
export async function startWebServer(
  env: Env,
  appUrl: string,
  database: Database,
  isDatabaseAway: () => boolean,
): Promise<WebServer> {
  const root = projectRoot();
  const client = path.join(root, "build", "web", "client");
  const production = env.APP_MODE === "production";
  const build = (await import(
    /* @vite-ignore */ pathToFileURL(path.join(root, "build", "web", "server", "index.js")).href
  )) as ServerBuild;
  installGlobals({ nativeFetch: true });

  const app = express();
  app.disable("x-powered-by");
  app.set("query parser", false);
  app.set("trust proxy", env.TRUST_PROXY);
  app.use(healthRoutes(database, migrationNames(path.join(root, "prisma"))));
  app.use(logRefusals);
  app.use(compression());
  app.use(securityHeaders(appUrl));
  app.use(shortAddressesOnly);
  if (!production) app.use(ownHostOnly(appUrl));
  app.use(
    "/assets",
    express.static(path.join(client, "assets"), { immutable: true, maxAge: "1y" }),
    // A page from before an update asks for files that are gone.
    (_request, response) => void response.status(404).type("text/plain").send("Not found\n"),
  );
  app.use(express.static(client, { maxAge: "1h", index: false }));
  const sessionCookie = sessionCookieName(appUrl);
  app.use(noStore(sessionCookie));
  app.use(originCheck(appUrl, production));
  app.use(formsOnly(sessionCookie));
  app.use(unavailable(isDatabaseAway));
  app.use(ownOrigin(appUrl));
  app.all(
    "*",
    createRequestHandler({
      build,
      mode: process.env["NODE_ENV"] ?? "production",
      getLoadContext: (request, response) => ({
        nonce: response.locals["nonce"] as string,
        requestId: response.locals["requestId"] as string,
        ip: request.ip ?? "",
      }),
    }),
  );
  app.use(lastResort);
  const server = await listen(app, env.PORT, env.HOST);
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

function listen(app: express.Express, port: number, host: string | undefined): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = host ? app.listen(port, host) : app.listen(port);
    server.once("listening", () => resolve(server));
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE"
          ? new Error(`Port ${port} is in use: stop what listens there or set PORT to another one`)
          : error,
      ),
    );
  });
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeIdleConnections();
    setTimeout(() => server.closeAllConnections(), 5_000).unref();
  });
}
