import type { AppLoadContext } from "@remix-run/node";
import { log } from "~/platform/log.server";
import { pathForLog } from "./form.server";

/**
 * Logs an unexpected error, unless the browser no longer waits for the response. The error page shows the request id as
 * reference.
 */
export function logFailure(error: unknown, { request, context }: { request: Request; context: AppLoadContext }): void {
  if (request.signal.aborted) return;
  log.error({ err: error, request_id: context.requestId, path: pathForLog(request) }, "request failed");
}
