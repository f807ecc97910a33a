import type { Prisma } from "#prisma";
import type { Stamp } from "./prisma-models.server";
import type { RawRows, RawSql } from "./raw-sql.server";

/** The tables that belong to no organisation. Everything else does, tomorrow's tables too. */
export const globalModels = [
  "User",
  "Session",
  "OneTimeToken",
  "SignUp",
  "AuthenticatorApp",
  "RecoveryCode",
  "Passkey",
  "SecurityNotice",
  "RateLimit",
  "WorkerProcess",
  "DeletedOrganization",
  "StripeCustomer",
  "StripeEvent",
  "StripeSimulation",
] as const satisfies readonly Prisma.ModelName[];

type Client = Omit<Prisma.TransactionClient, `$${string}`>;

/**
 * The client of a tenant transaction: the organisation's models, and of the global ones no more than an invitation
 * needs (people are known by name through the organisation's own rows).
 */
export type TenantDb = Omit<Client, Uncapitalize<(typeof globalModels)[number]>> & {
  user: Pick<Client["user"], "createMany" | "findUniqueOrThrow">;
  oneTimeToken: Pick<Client["oneTimeToken"], "createMany">;
} & RawSql &
  RawRows;

/** The client before an organisation is known. */
export type IdentityDb = Pick<
  Client,
  "user" | "session" | "oneTimeToken" | "signUp" | "authenticatorApp" | "recoveryCode" | "passkey" | "securityNotice"
> &
  Pick<RawSql, "$queryRaw" | "$executeRaw">;

/** Models and raw SQL of one transaction, as one. */
export function withRaw<M extends object, Raw extends RawSql>(models: M, raw: Raw): M & Raw {
  return Object.assign(Object.create(models) as M, raw);
}

type Args = { where?: object; data?: object | object[]; create?: object; update?: object };

/**
 * Adds the organisation to every `where` and every `data`. Row security isolates; this column is what uses the
 * indexes, all of which begin with org_id, and what would route a statement to one shard.
 */
export function ofOrganization(orgId: string): Stamp {
  return (model, operation, args) => {
    if ((globalModels as readonly string[]).includes(model)) return args;
    return withKey(args, operation, model === "Organization" ? { id: orgId } : { orgId });
  };
}

function withKey(args: Args, operation: string, key: object): Args {
  const stamp = (data: object) => ({ ...data, ...key });
  if (operation === "upsert") {
    return { ...args, where: { ...args.where, ...key }, create: stamp(args.create ?? {}) };
  }
  if (operation.startsWith("create")) {
    const { data } = args;
    return { ...args, data: Array.isArray(data) ? data.map(stamp) : stamp(data ?? {}) };
  }
  return { ...args, where: { ...args.where, ...key } };
}
