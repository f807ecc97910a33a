import { randomBytes } from "node:crypto";
import type { Database } from "~/platform/db/database.server";
import type { SimulatedCustomer, SimulatedPortal, SimulatedSession, SimulatedSubscription } from "./shapes";

/** Stored objects of the simulator by kind. */
interface Remembered {
  customer: SimulatedCustomer;
  session: SimulatedSession;
  portal: SimulatedPortal;
  subscription: SimulatedSubscription;
  /** Parameters and response of a request with an idempotency key. */
  idempotency: { id: string; asked: string; answer: { id: string } };
}
type Kind = keyof Remembered;
/** Kinds of objects that a request creates. */
export type Made = "customer" | "session" | "portal";
export type MadeOf<K extends Made> = Remembered[K];

export type Memory = ReturnType<typeof memoryOf>;

/** Opens the simulator's memory in the database, because web server and worker are separate processes. */
export function memoryOf({ withStatements }: Pick<Database, "withStatements">) {
  return {
    /** Returns null if the object does not exist. */
    find: <K extends Kind>(kind: K, id: string) =>
      withStatements(async ({ db }) => {
        const [row] = await db.$queryRaw<{ data: Remembered[K] }[]>`
          select data from stripe_simulation where id = ${id} and kind = ${kind}`;
        return row?.data ?? null;
      }),

    /** Returns all objects of a customer, newest first. */
    ofCustomer: <K extends Kind>(kind: K, customer: string) =>
      withStatements(async ({ db }) => {
        const rows = await db.$queryRaw<{ data: Remembered[K] }[]>`
          select data from stripe_simulation where customer_id = ${customer} and kind = ${kind}
          order by created_at desc, id`;
        return rows.map(({ data }) => data);
      }),

    /** Stores a new object; an existing one with the same id stays unchanged. */
    add: <K extends Kind>(kind: K, data: Remembered[K]) =>
      withStatements(async ({ db }) => {
        const customer = "customer" in data ? data.customer : data.id;
        await db.$executeRaw`
          insert into stripe_simulation (id, kind, customer_id, data)
          values (${data.id}, ${kind}, ${customer}, ${JSON.stringify(data)}::jsonb) on conflict do nothing`;
      }),

    /** Updates fields if those of `from` are unchanged. Returns whether it updated. */
    change: <K extends Kind>(kind: K, id: string, from: Partial<Remembered[K]>, to: Partial<Remembered[K]>) =>
      withStatements(async ({ db }) => {
        const count = await db.$executeRaw`
          update stripe_simulation set data = data || ${JSON.stringify(to)}::jsonb
          where id = ${id} and kind = ${kind} and data @> ${JSON.stringify(from)}::jsonb`;
        return count === 1;
      }),
  };
}

/** Returns a random id in Stripe's format. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
