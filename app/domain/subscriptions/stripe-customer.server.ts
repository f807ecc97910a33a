import type { Scope, StatementScope } from "../shared/scope";

/** Returns the organization's customer at Stripe, and how many it has had. */
export async function readCustomer(scope: Scope): Promise<{ customerId: string | null; had: number }> {
  const [row] = await scope.db.$queryRaw<{ customer_id: string | null; had: number }[]>`
    select customer_id, had from app.stripe_customer()`;
  return { customerId: row?.customer_id ?? null, had: row?.had ?? 0 };
}

/** Stores a customer unless there is one, and returns the effective one (S6). */
export async function storeCustomer(scope: Scope, made: string): Promise<string> {
  const [row] = await scope.db.$queryRaw<{ customer_id: string | null }[]>`
    select app.keep_stripe_customer(${made}) as customer_id`;
  if (!row?.customer_id) throw new Error(`customer ${made} belongs to another organization`);
  return row.customer_id;
}

/** Records that a customer was deleted at Stripe; the next checkout creates a new one. */
export async function clearCustomer(scope: Scope, customerId: string): Promise<void> {
  await scope.db.$queryRaw`select 1 from app.forget_stripe_customer(${customerId})`;
}

/** Returns the organization of a customer; null for an unknown customer. */
export async function organizationOf({ db }: Pick<StatementScope, "db">, customerId: string): Promise<string | null> {
  const [row] = await db.$queryRaw<{ org_id: string | null }[]>`
    select app.organization_of_customer(${customerId}) as org_id`;
  return row?.org_id ?? null;
}
