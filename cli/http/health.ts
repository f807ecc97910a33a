import { Router } from "express";
import type { Database } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";

/**
 * Returns the health routes. `/healthz` checks process and database. `/readyz` also checks the migrations of this
 * version, the job queue, and that the process is not stopping.
 */
export function healthRoutes(database: Database, migrations: string[], isLeaving: () => boolean): Router {
  const router = Router();
  router.get("/healthz", async (_request, response) => {
    try {
      await database.ping();
      response.json({ status: "ok" });
    } catch (error) {
      log.error({ err: error }, "health check failed");
      response.status(503).json({ status: "failed", database: "unreachable" });
    }
  });
  router.get("/readyz", async (_request, response) => {
    if (isLeaving()) {
      response.status(503).json({ status: "stopping" });
      return;
    }
    try {
      const state = await database.readiness();
      const missing = migrations.filter((name) => !state.migrations.includes(name));
      const ready = missing.length === 0 && state.queue;
      response
        .status(ready ? 200 : 503)
        .json({ status: ready ? "ready" : "not ready", missing_migrations: missing, queue: state.queue });
    } catch (error) {
      log.error({ err: error }, "readiness check failed");
      response.status(503).json({ status: "not ready", database: "unreachable" });
    }
  });
  return router;
}
