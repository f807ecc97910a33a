import { isRouteErrorResponse } from "@remix-run/react";

/** Returns true if the server responded, but its database was not available (cli/http/unavailable.ts). */
export const isUnavailable = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 503;
