import { isRouteErrorResponse } from "@remix-run/react";

const reasons = ["address_damaged", "form_too_large"] as const;

/**
 * Returns why a request was rejected before it reached a screen: a key of the `errors` texts, or null
 * (cli/http/damaged-address, form.server).
 */
export function rejectionReason(error: unknown): (typeof reasons)[number] | null {
  return (isRouteErrorResponse(error) && reasons.find((reason) => reason === error.data)) || null;
}
