import { randomBytes } from "node:crypto";
import type { Database } from "~/platform/db/database.server";
import type { SimulatedCustomer, SimulatedPortal, SimulatedSession, SimulatedSubscription } from "./shapes";

/** What the stand-in remembers, by kind. */
interface Remembered {
  customer: SimulatedCustomer;
  session: SimulatedSession;
  portal: SimulatedPortal;
  subscription: SimulatedSubscription;
  /** What a request with an idempotency key has asked for, and how it was answered. */
  idempotency: { id: string; asked: string; answer: { id: string } };
}
type Kind = keyof Remembered;
/** What a request makes. */
export type Made = "customer" | "session" | "portal";
export type MadeOf<K extends Made> = Remembered[K];

export type Memory = ReturnType<typeof memoryOf>;

/** The stand-in's memory in the database, because web server and worker are two processes. */
export function memoryOf({ withStatements }: Pick<Database, "withStatements">) {
  return {
    /** Null for what is not known. */
    find: <K extends Kind>(kind: K, id: string) =>
      withStatements(async ({ db }) => {
        const [row] = await db.$queryRaw<{ data: Remembered[K] }[]>`
          select data from stripe_simulation where id = ${id} and kind = ${kind}`;
        return row?.data ?? null;
      }),

    /** All of a customer, the newest first. */
    ofCustomer: <K extends Kind>(kind: K, customer: string) =>
      withStatements(async ({ db }) => {
        const rows = await db.$queryRaw<{ data: Remembered[K] }[]>`
          select data from stripe_simulation where customer_id = ${customer} and kind = ${kind}
          order by created_at desc, id`;
        return rows.map(({ data }) => data);
      }),

    /** Keeps something new; what has the same id already stays as it is. */
    add: <K extends Kind>(kind: K, data: Remembered[K]) =>
      withStatements(async ({ db }) => {
        const customer = "customer" in data ? data.customer : data.id;
        await db.$executeRaw`
          insert into stripe_simulation (id, kind, customer_id, data)
          values (${data.id}, ${kind}, ${customer}, ${JSON.stringify(data)}::jsonb) on conflict do nothing`;
      }),

    /** Changes some fields, if those of `from` are still as they were; returns whether they were. */
    change: <K extends Kind>(kind: K, id: string, from: Partial<Remembered[K]>, to: Partial<Remembered[K]>) =>
      withStatements(async ({ db }) => {
        const count = await db.$executeRaw`
          update stripe_simulation set data = data || ${JSON.stringify(to)}::jsonb
          where id = ${id} and kind = ${kind} and data @> ${JSON.stringify(from)}::jsonb`;
        return count === 1;
      }),
  };
}

/** An id as Stripe writes them, which nobody guesses. */
export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString("hex")}`;
