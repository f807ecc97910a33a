import { log } from "~/platform/log.server";
import { env } from "~/platform/env.server";
import { isSimulated } from "~/platform/stripe/open-billing.server";
import type { SimulatedEvent } from "~/platform/stripe/simulator/events.server";
import type { Memory } from "~/platform/stripe/simulator/memory.server";
import { appUrl, database, sessionSecret } from "./app-context.server";

/**
 * Loads the Stripe simulator for its pages, only where it is used. Throws 404 in production and with real Stripe keys.
 */
export async function requireSimulation() {
  if (!isSimulated(env())) throw notFound();
  const { memoryOf } = await import("~/platform/stripe/simulator/memory.server");
  return { memory: memoryOf(database()), tell };
}

export const notFound = () => new Response(null, { status: 404, statusText: "Not Found" });

/** Posts events as Stripe does. A rejected event is logged; Stripe would retry, and "Refresh status" catches up. */
async function tell(events: SimulatedEvent[]): Promise<void> {
  const { postEvent } = await import("~/platform/stripe/simulator/events.server");
  const { simulatedSecret } = await import("~/platform/stripe/simulator/open-simulator.server");
  for (const event of events) {
    await postEvent(event, simulatedSecret(sessionSecret()), appUrl()).catch((error: unknown) => {
      log.warn({ err: error, event: event.type }, "Stripe simulator event rejected");
    });
  }
}

/** Returns the subject of a simulated page. Throws 404 if there is none. */
export async function known<T>(memory: Memory, find: (memory: Memory) => Promise<T | null>): Promise<T> {
  const found = await find(memory);
  if (!found) throw notFound();
  return found;
}

/** Returns the path and query of an absolute address of this site. */
export function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return pathname + search;
}
