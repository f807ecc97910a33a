import { simulatedEvent, simulatedInvoice, type SimulatedEvent } from "./events.server";
import { newId, type Memory } from "./memory.server";
import { intervalOf, newSubscription, periodEnd, seconds, simulatedPrices, type SimulatedSubscription } from "./shapes";

// User actions on the simulated pages, and the Stripe events they cause.

/** Pays a checkout. Returns the events, or null if the checkout is not open. */
export async function payCheckout(memory: Memory, id: string, now: Date): Promise<SimulatedEvent[] | null> {
  const session = await memory.find("session", id);
  if (!session) return null;
  const subscriptionId = newId("sub");
  const done = {
    status: "complete",
    payment_status: "paid",
    subscription: subscriptionId,
    url: null,
  } as const;
  if (!(await memory.change("session", id, { status: "open" }, done))) return null;
  const interval = session.metadata["price"] === simulatedPrices.yearly ? "yearly" : "monthly";
  const subscription = newSubscription(subscriptionId, session, interval, now);
  await memory.add("subscription", subscription);
  const invoice = simulatedInvoice(subscription.latest_invoice, session.customer, "paid", now);
  return [
    simulatedEvent("customer.subscription.created", subscription, now),
    simulatedEvent("invoice.paid", invoice, now),
    simulatedEvent("checkout.session.completed", { ...session, ...done }, now),
  ];
}

/** Steps that the simulated portal offers for a subscription. */
export const portalSteps = ["cancel", "resume", "renew", "fail", "settle", "end"] as const;
export type PortalStep = (typeof portalSteps)[number];

/** Returns the steps allowed in the state of a subscription. */
export function stepsFor({ status, cancel_at_period_end }: SimulatedSubscription): PortalStep[] {
  if (status === "canceled") return [];
  if (status === "past_due") return ["settle", "end"];
  return cancel_at_period_end ? ["resume", "renew", "end"] : ["cancel", "renew", "fail", "end"];
}

/** Runs a step. Returns the events, or null if the step is not allowed. */
export async function takeStep(
  memory: Memory,
  subscriptionId: string,
  step: PortalStep,
  now: Date,
): Promise<SimulatedEvent[] | null> {
  const before = await memory.find("subscription", subscriptionId);
  if (!before || !stepsFor(before).includes(step)) return null;
  const to = changeBy(before, step, now);
  const { status, cancel_at_period_end, items } = before;
  const from = { status, cancel_at_period_end, items };
  if (!(await memory.change("subscription", subscriptionId, from, to))) return null;
  const after = { ...before, ...to };
  const invoice = (status: "open" | "paid") => simulatedInvoice(after.latest_invoice, after.customer, status, now);
  if (after.status === "canceled") return [simulatedEvent("customer.subscription.deleted", after, now)];
  const updated = simulatedEvent("customer.subscription.updated", after, now);
  if (step === "fail") return [simulatedEvent("invoice.payment_failed", invoice("open"), now), updated];
  if (step === "renew" || step === "settle") return [simulatedEvent("invoice.paid", invoice("paid"), now), updated];
  return [updated];
}

function changeBy(subscription: SimulatedSubscription, step: PortalStep, now: Date): Partial<SimulatedSubscription> {
  const reason = subscription.status === "past_due" ? "payment_failed" : "cancellation_requested";
  const over = {
    ...({ status: "canceled", ended_at: seconds(now), canceled_at: seconds(now) } as const),
    cancellation_details: { comment: null, feedback: null, reason },
  } as const;
  switch (step) {
    case "cancel":
      return { cancel_at_period_end: true, canceled_at: seconds(now), cancel_at: endOf(subscription) };
    case "resume":
      return { cancel_at_period_end: false, canceled_at: null, cancel_at: null };
    case "renew":
      return subscription.cancel_at_period_end ? over : nextPeriod(subscription);
    case "fail":
      return { ...nextPeriod(subscription), status: "past_due" };
    case "settle":
      return { status: "active" };
    case "end":
      return over;
  }
}

const endOf = ({ items }: SimulatedSubscription) => items.data[0]!.current_period_end;

/** Returns the changes for the next period, including a new invoice. */
function nextPeriod(subscription: SimulatedSubscription): Partial<SimulatedSubscription> {
  const [item] = subscription.items.data;
  const start = endOf(subscription);
  const end = periodEnd(start, intervalOf(subscription));
  return {
    latest_invoice: newId("in"),
    items: {
      ...subscription.items,
      data: [{ ...item!, current_period_start: start, current_period_end: end }],
    },
  };
}
