import Stripe from "stripe";
import { paths } from "~/paths/paths";
import { STRIPE_API_VERSION } from "../gateway.server";
import { newId } from "./memory.server";
import { seconds } from "./shapes";

/** Returns an event as Stripe posts it. */
export function simulatedEvent(type: string, object: { id: string; customer?: unknown }, now: Date) {
  return {
    object: "event",
    id: newId("evt"),
    api_version: STRIPE_API_VERSION,
    created: seconds(now),
    type,
    data: { object },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
  };
}

export type SimulatedEvent = ReturnType<typeof simulatedEvent>;

/** Returns an invoice with the fields that event handlers read. */
export function simulatedInvoice(id: string, customer: string, status: "open" | "paid", now: Date) {
  return { object: "invoice", id, customer, status, created: seconds(now), livemode: false } as const;
}

/** Returns body and signature of an event; `timestamp` is the signing time in seconds since 1970. */
export function signed(event: SimulatedEvent, secret: string, timestamp = seconds(new Date())) {
  const payload = JSON.stringify(event);
  const { webhooks } = new Stripe("sk_test_simulated");
  const signature = webhooks.generateTestHeaderString({ payload, secret, timestamp });
  return { payload, signature };
}

/** Posts an event to the app's own route over HTTP, as Stripe does. Rejects if the route rejects it. */
export async function postEvent(event: SimulatedEvent, secret: string, appUrl: string): Promise<void> {
  const { payload, signature } = signed(event, secret);
  const answer = await fetch(appUrl + paths.stripeEvents(), {
    method: "POST",
    body: payload,
    headers: { "Content-Type": "application/json; charset=utf-8", "Stripe-Signature": signature },
    signal: AbortSignal.timeout(5_000),
  });
  if (!answer.ok) throw new Error(`the Stripe event route responded with ${answer.status}`);
}
