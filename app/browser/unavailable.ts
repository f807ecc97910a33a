import { isRouteErrorResponse } from "@remix-run/react";

/** Whether the server answered, but its database was not available (cli/http/unavailable.ts). */
export const isUnavailable = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 503;
