import type { Billing } from "~/domain/subscriptions/billing";
import { outgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import type { Env } from "~/platform/env.server";

/** Whether the simulator replaces Stripe. In production the environment requires keys. */
export const isSimulated = ({ STRIPE_SECRET_KEY, APP_MODE }: Env): boolean =>
  !STRIPE_SECRET_KEY && APP_MODE !== "production";

/**
 * Opens the payment provider of this process: Stripe or, without keys, the simulator (BIL-07), which is loaded only
 * then.
 * @param options the app secret, and the public address without a trailing slash
 */
export async function openBilling(
  env: Env,
  database: Pick<Database, "withStatements">,
  options: { secret: string; appUrl: string },
): Promise<Billing> {
  if (isSimulated(env)) {
    const { openSimulator } = await import("./simulator/open-simulator.server");
    return openSimulator(database, options);
  }
  const { stripeBilling } = await import("./gateway.server");
  return stripeBilling({
    secretKey: env.STRIPE_SECRET_KEY!,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET!,
    prices: { monthly: env.STRIPE_PRICE_MONTHLY!, yearly: env.STRIPE_PRICE_YEARLY! },
    links: outgoingLinks(options.appUrl),
  });
}
