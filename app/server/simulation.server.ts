import { log } from "~/platform/log.server";
import { env } from "~/platform/env.server";
import { isSimulated } from "~/platform/stripe/open-billing.server";
import type { SimulatedEvent } from "~/platform/stripe/stand-in/events.server";
import type { Memory } from "~/platform/stripe/stand-in/memory.server";
import { appUrl, database, sessionSecret } from "./app-context.server";

/**
 * The stand-in for Stripe, for its pages. Throws 404 where there is none: in production and with Stripe's keys. It is
 * loaded only where it is used.
 */
export async function requireSimulation() {
  if (!isSimulated(env())) throw notFound();
  const { memoryOf } = await import("~/platform/stripe/stand-in/memory.server");
  return { memory: memoryOf(database()), tell };
}

export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

/**
 * Posts events as Stripe does. One that is not taken is logged; Stripe would try again, and "Refresh status" finds it.
 */
async function tell(events: SimulatedEvent[]): Promise<void> {
  const { postEvent } = await import("~/platform/stripe/stand-in/events.server");
  const { simulatedSecret } = await import("~/platform/stripe/stand-in/open-stand-in.server");
  for (const event of events) {
    await postEvent(event, simulatedSecret(sessionSecret()), appUrl()).catch((error: unknown) => {
      log.warn({ err: error, event: event.type }, "an event of the stand-in for Stripe was not taken");
    });
  }
}

/** What a simulated page is about; throws 404. */
export async function known<T>(memory: Memory, find: (memory: Memory) => Promise<T | null>): Promise<T> {
  const found = await find(memory);
  if (!found) throw notFound();
  return found;
}

/** The path of an address of ours. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
