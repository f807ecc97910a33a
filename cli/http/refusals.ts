import { randomUUID } from "node:crypto";
import type { NextFunction, Request, Response } from "express";
import { log } from "~/platform/log.server";
import { withoutSecrets } from "~/paths/secret-paths";

const REFUSALS = [403, 413, 421, 429];
const MAX_PATH_LENGTH = 200;

/**
 * Gives each request an id for log, error pages and the header X-Request-Id, and logs one line for each refused
 * request.
 */
export function logRefusals(request: Request, response: Response, next: NextFunction): void {
  const id = randomUUID();
  response.locals["requestId"] = id;
  response.setHeader("X-Request-Id", id);
  const { method, originalUrl, ip } = request;
  response.once("finish", () => {
    if (!REFUSALS.includes(response.statusCode)) return;
    const path = withoutSecrets(originalUrl.split("?", 1)[0]!).slice(0, MAX_PATH_LENGTH);
    log.warn({ request_id: id, status: response.statusCode, method, path, ip }, "request rejected");
  });
  next();
}
