import { createHmac } from "node:crypto";
import { getResponse } from "msw";
import type { Billing } from "~/domain/subscriptions/billing";
import { outgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import { stripeBilling } from "../gateway.server";
import { stripeHandlers } from "./handlers.server";
import { memoryOf } from "./memory.server";
import { simulatedPrices } from "./shapes";

/**
 * Derives the signing secret of simulated events. It is specific to this installation, so that outsiders cannot sign
 * events.
 */
export const simulatedSecret = (secret: string): string =>
  `whsec_${createHmac("sha256", secret).update("stand-in for Stripe").digest("hex")}`;

/** Opens Stripe's SDK with the simulator instead of the network. */
export function openSimulator(
  database: Pick<Database, "withStatements">,
  { secret, appUrl }: { secret: string; appUrl: string },
): Billing {
  const handlers = stripeHandlers(memoryOf(database), appUrl);
  return stripeBilling({
    secretKey: "sk_test_simulated",
    webhookSecret: simulatedSecret(secret),
    prices: simulatedPrices,
    links: outgoingLinks(appUrl),
    async fetch(input, init) {
      const request = new Request(input, init);
      const answer = await getResponse(handlers, request);
      if (!answer) throw new TypeError(`the Stripe simulator does not support ${request.method} ${request.url}`);
      return answer;
    },
  });
}
