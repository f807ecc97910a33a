import { DomainError } from "../shared/errors";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { Billing } from "./billing";
import { keepCustomer, readCustomer } from "./stripe-customer.server";
import { subscriptionState, type PlanInterval } from "./subscription";

type InOrganization = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

export interface CheckoutRequest {
  interval: PlanInterval;
  /** Of whoever pays: for the page and the bills. */
  email: string;
  language: string;
}

/**
 * Returns the address of the page where a plan is paid. Makes the organisation a customer at Stripe the first time, one
 * however often this is called (S6). Throws `forbidden` for everybody but an owner, `subscription_exists`, and what Stripe's
 * refusal throws.
 */
export async function startCheckout(
  inOrganization: InOrganization,
  billing: Billing,
  { interval, email, language }: CheckoutRequest,
): Promise<string> {
  const { orgId, name, customerId, had } = await inOrganization(async (scope) => {
    requireOwner(scope);
    const facts = await scope.organization();
    if (subscriptionState(facts, scope.now).status === "subscribed") {
      throw new DomainError("subscription_exists");
    }
    return { orgId: scope.orgId, name: facts.name, ...(await readCustomer(scope)) };
  });
  const paying = customerId ?? (await becomeCustomer());
  return billing.startCheckout({ orgId, customerId: paying, interval, language });

  async function becomeCustomer(): Promise<string> {
    const made = await billing.createCustomer({ orgId, name, email, language, had });
    return inOrganization(async (scope) => {
      const stands = await keepCustomer(scope, made);
      // From now on there is somebody to ask about.
      await scope.db.$executeRaw`
        update organization set subscription_checked_at = ${scope.now}::timestamptz
        where org_id = ${scope.orgId}::uuid and subscription_checked_at is null`;
      return stands;
    });
  }
}

/** Returns the address of the page where the subscription is managed. Throws `forbidden`, `subscription_none`. */
export async function openPortal(
  inOrganization: InOrganization,
  billing: Billing,
  language: string,
): Promise<string> {
  const customerId = await inOrganization(async (scope) => {
    requireOwner(scope);
    return (await readCustomer(scope)).customerId;
  });
  if (!customerId) throw new DomainError("subscription_none");
  return billing.openPortal({ customerId, language });
}
