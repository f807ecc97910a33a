import type { Billing } from "~/domain/subscriptions/billing";
import { outgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import type { Env } from "~/platform/env.server";

/** Whether the stand-in answers in place of Stripe; the environment of production is refused without keys. */
export const isSimulated = ({ STRIPE_SECRET_KEY, APP_MODE }: Env): boolean =>
  !STRIPE_SECRET_KEY && APP_MODE !== "production";

/**
 * The payment provider of this process: Stripe, or without keys the stand-in (BIL-07), which is loaded only then.
 * @param options the application's secret, and the public address without a trailing slash
 */
export async function openBilling(
  env: Env,
  database: Pick<Database, "withStatements">,
  options: { secret: string; appUrl: string },
): Promise<Billing> {
  if (isSimulated(env)) {
    const { openStandIn } = await import("./stand-in/open-stand-in.server");
    return openStandIn(database, options);
  }
  const { stripeBilling } = await import("./gateway.server");
  return stripeBilling({
    secretKey: env.STRIPE_SECRET_KEY!,
    webhookSecret: env.STRIPE_WEBHOOK_SECRET!,
    prices: { monthly: env.STRIPE_PRICE_MONTHLY!, yearly: env.STRIPE_PRICE_YEARLY! },
    links: outgoingLinks(options.appUrl),
  });
}
