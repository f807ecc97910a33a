import { isRouteErrorResponse } from "@remix-run/react";
import { isConnectionError } from "./no-connection";
import { rejectionReason } from "./refused";
import { isUnavailable } from "./unavailable";

/** What an error page says. */
export type ErrorKind = "not_found" | "unavailable" | "refused" | "unreachable" | "unexpected";

/** Returns the kind of error that a boundary has caught. */
export function errorKindOf(error: unknown): ErrorKind {
  if (isRouteErrorResponse(error) && error.status === 404) return "not_found";
  if (isUnavailable(error)) return "unavailable";
  if (rejectionReason(error)) return "refused";
  return isConnectionError(error) ? "unreachable" : "unexpected";
}
