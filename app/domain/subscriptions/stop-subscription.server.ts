import type { InScope, Scope } from "../shared/scope";
import type { Billing } from "./billing";
import { checkSubscription } from "./check-subscription.server";
import { readCustomer } from "./stripe-customer.server";

/**
 * Lets the subscriptions of a closed organization end with the time that is paid, and returns their ids. Does nothing
 * if the organization was opened again. Safe to repeat.
 * Throws what the requests throw.
 */
export async function stopSubscription(inScope: InScope, billing: Billing): Promise<string[]> {
  const customerId = await inScope(customerOfClosed);
  if (!customerId) return [];
  const stopped = await billing.stopRenewals(customerId);
  await checkSubscription(inScope, billing);
  return stopped;
}

async function customerOfClosed(scope: Scope): Promise<string | null> {
  if (!(await scope.organization()).closedAt) return null;
  return (await readCustomer(scope)).customerId;
}
