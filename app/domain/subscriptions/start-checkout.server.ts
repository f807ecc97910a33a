import { DomainError } from "../shared/errors";
import { requireOwner, requireProof } from "../shared/permissions";
import { beginCheckout } from "./checkout-number.server";
import type { InScope } from "../shared/scope";
import { checkSubscription } from "./check-subscription.server";
import { CustomerGone, type Billing } from "./billing";
import { clearCustomer, storeCustomer, readCustomer } from "./stripe-customer.server";
import { subscriptionState, type PlanInterval } from "./subscription";

export interface CheckoutRequest {
  interval: PlanInterval;
  /** Email address of the paying user, for the page and the invoices. */
  email: string;
  language: string;
  /** Returns the note beside the payment button for the organization's name. */
  noteFor: (organization: string) => string;
}

/** Limit for repeated requests of a page that is paid or closed. */
const MAX_TIMES = 3;

/**
 * Returns the address of the page where a plan is paid, which is then the only open one. Creates the organization's
 * customer at Stripe on the first call, also with concurrent calls only one (S6). Calling it twice returns the same
 * page, and choosing another plan closes the first page.
 * Throws `forbidden` for all but owners, `subscription_exists` also if Stripe has a subscription whose event has not
 * arrived yet, and Stripe's errors.
 */
export async function startCheckout(inScope: InScope, billing: Billing, request: CheckoutRequest): Promise<string> {
  try {
    return await openCheckout(inScope, billing, request);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    // The event of the deletion may arrive late, and until then every click would fail. A new customer solves this.
    await inScope((scope) => clearCustomer(scope, error.customerId));
    return openCheckout(inScope, billing, request);
  }
}

async function openCheckout(
  inScope: InScope,
  billing: Billing,
  { interval, email, language, noteFor }: CheckoutRequest,
): Promise<string> {
  const { orgId, name, customerId, had } = await inScope(async (scope) => {
    requireOwner(scope);
    const facts = await scope.organization();
    if (subscriptionState(facts, scope.now).status === "subscribed") {
      throw new DomainError("subscription_exists");
    }
    return { orgId: scope.orgId, name: facts.name, ...(await readCustomer(scope)) };
  });
  const paying = customerId ?? (await becomeCustomer());
  const url = await openPage();
  // All other pages are closed now. A payment on one of them is therefore visible here, and no other can follow.
  if (await checkSubscription(inScope, billing)) throw new DomainError("subscription_exists");
  return url;

  async function openPage(): Promise<string> {
    let ended: number | null = null;
    for (let time = 0; time < MAX_TIMES; time++) {
      const number: number = await inScope((scope) => beginCheckout(scope, { interval, language }, ended));
      const url = await billing.startCheckout({
        orgId,
        customerId: paying,
        number,
        interval,
        language,
        note: noteFor(name),
      });
      if (url) return url;
      ended = number;
    }
    throw new Error("checkout page already closed in every attempt");
  }

  async function becomeCustomer(): Promise<string> {
    const made = await billing.createCustomer({ orgId, name, email, language, had });
    return inScope(async (scope) => {
      const stands = await storeCustomer(scope, made);
      // From now on Stripe can be queried for the organization.
      await scope.db.$executeRaw`
        update organization set subscription_checked_at = ${scope.now}::timestamptz
        where org_id = ${scope.orgId}::uuid and subscription_checked_at is null`;
      return stands;
    });
  }
}

/**
 * Returns the address of the page where the subscription is managed.
 * Throws `forbidden`, `proof_required`, `subscription_none`.
 */
export async function openPortal(inScope: InScope, billing: Billing, language: string): Promise<string> {
  const { orgId, customerId } = await inScope(async (scope) => {
    requireOwner(scope);
    requireProof(scope, "subscription.portal");
    return { orgId: scope.orgId, customerId: (await readCustomer(scope)).customerId };
  });
  if (!customerId) throw new DomainError("subscription_none");
  try {
    return await billing.openPortal({ orgId, customerId, language });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    await checkSubscription(inScope, billing);
    throw new DomainError("subscription_none");
  }
}
