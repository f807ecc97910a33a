import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import type { Scope } from "~/domain/shared/scope";
import { isPaused } from "~/domain/subscriptions/require-active.server";

/** Why an affiliate cannot submit leads: their own account, or that of the organization. Null when they can. */
export type Blocked = "inactive" | "paused" | null;

/** Returns whether the current affiliate may submit a lead, before they enter one. */
export async function submittingBlocked(scope: Scope): Promise<Blocked> {
  const own = await readOwnAffiliate(scope);
  if (!own?.maySubmit) return "inactive";
  return (await isPaused(scope)) ? "paused" : null;
}
