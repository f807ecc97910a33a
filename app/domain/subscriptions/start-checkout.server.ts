import { DomainError } from "../shared/errors";
import { requireOwner, requireProof } from "../shared/permissions";
import { beginCheckout } from "./checkout-number.server";
import { checkSubscription, type InOrganization } from "./check-subscription.server";
import { CustomerGone, type Billing } from "./billing";
import { forgetCustomer, keepCustomer, readCustomer } from "./stripe-customer.server";
import { subscriptionState, type PlanInterval } from "./subscription";

export interface CheckoutRequest {
  interval: PlanInterval;
  /** Of whoever pays: for the page and the bills. */
  email: string;
  language: string;
  /** What the page says beside the button that pays, for the organization's name. */
  noteFor: (organization: string) => string;
}

/** How often a page is asked for again that turns out to be paid or closed. */
const MOST_TIMES = 3;

/**
 * Returns the address of the page where a plan is paid, which is then the only one that can be. Makes the organization
 * a customer at Stripe the first time, one however often this is called (S6). Whoever calls it twice gets the same
 * page, and who chooses another plan closes the page of the first. Throws `forbidden` for everybody but an owner,
 * `subscription_exists` also when Stripe knows of a subscription that no event has told of yet, and what Stripe's
 * refusal throws.
 */
export async function startCheckout(
  inOrganization: InOrganization,
  billing: Billing,
  request: CheckoutRequest,
): Promise<string> {
  try {
    return await openCheckout(inOrganization, billing, request);
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    // Its event may come late, and until then every click would fail. With a new customer this one goes on.
    await inOrganization((scope) => forgetCustomer(scope, error.customerId));
    return openCheckout(inOrganization, billing, request);
  }
}

async function openCheckout(
  inOrganization: InOrganization,
  billing: Billing,
  { interval, email, language, noteFor }: CheckoutRequest,
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
  const url = await openPage();
  // Every other page is closed by now. So what was paid on one of them is seen here, and nothing more can be.
  if (await checkSubscription(inOrganization, billing)) throw new DomainError("subscription_exists");
  return url;

  async function openPage(): Promise<string> {
    let ended: number | null = null;
    for (let time = 0; time < MOST_TIMES; time++) {
      const number: number = await inOrganization((scope) => beginCheckout(scope, { interval, language }, ended));
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
    throw new Error("the checkout was closed again and again");
  }

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

/**
 * Returns the address of the page where the subscription is managed. Throws `forbidden`, `proof_required`,
 * `subscription_none`.
 */
export async function openPortal(inOrganization: InOrganization, billing: Billing, language: string): Promise<string> {
  const { orgId, customerId } = await inOrganization(async (scope) => {
    requireOwner(scope);
    requireProof(scope, "subscription.portal");
    return { orgId: scope.orgId, customerId: (await readCustomer(scope)).customerId };
  });
  if (!customerId) throw new DomainError("subscription_none");
  try {
    return await billing.openPortal({ orgId, customerId, language });
  } catch (error) {
    if (!(error instanceof CustomerGone)) throw error;
    await checkSubscription(inOrganization, billing);
    throw new DomainError("subscription_none");
  }
}
