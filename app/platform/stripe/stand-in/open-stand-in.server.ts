import { createHmac } from "node:crypto";
import { getResponse } from "msw";
import type { Billing } from "~/domain/subscriptions/billing";
import { outgoingLinks } from "~/paths/outgoing";
import type { Database } from "~/platform/db/database.server";
import { stripeBilling } from "../gateway.server";
import { stripeHandlers } from "./handlers.server";
import { memoryOf } from "./memory.server";
import { simulatedPrices } from "./shapes";

/** What the stand-in signs its events with: of this installation only, so that nobody else can sign one. */
export const simulatedSecret = (secret: string): string =>
  `whsec_${createHmac("sha256", secret).update("stand-in for Stripe").digest("hex")}`;

/** Stripe's SDK with the stand-in in place of the network. */
export function openStandIn(
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
      if (!answer) throw new TypeError(`the stand-in for Stripe does not know ${request.method} ${request.url}`);
      return answer;
    },
  });
}
