import type { Prisma } from "#prisma";
import { type PrismaClient } from "#prisma";

// The tables that belong to no organisation. Everything else does, tomorrow's tables too.
const globalModels = [
  "User",
  "Session",
  "OneTimeToken",
  "SignUp",
  "WorkerProcess",
] satisfies Prisma.ModelName[];

type Client = Prisma.TransactionClient;

/**
 * The client of a tenant transaction: the organisation's models, and of the global ones no more than an invitation needs
 * (people are known by name through the organisation's own rows).
 */
export type TenantDb = Omit<Client, "session" | "signUp" | "workerProcess" | "user" | "oneTimeToken"> & {
  user: Pick<Client["user"], "createMany" | "findUniqueOrThrow">;
  oneTimeToken: Pick<Client["oneTimeToken"], "createMany">;
};

/** The client before an organisation is known. */
export type IdentityDb = Pick<
  Prisma.TransactionClient,
  "user" | "session" | "oneTimeToken" | "signUp" | "$queryRaw" | "$executeRaw"
>;

type Args = { where?: object; data?: object | object[]; create?: object; update?: object };

/**
 * Adds the organisation to every `where` and every `data`. Row security isolates; this column is what uses the
 * indexes, all of which begin with org_id, and what would route a statement to one shard.
 */
export function scopedToOrganization(prisma: PrismaClient, orgId: string) {
  return prisma.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          if ((globalModels as string[]).includes(model)) return query(args);
          const key = model === "Organization" ? { id: orgId } : { orgId };
          return query(withKey(args as Args, operation, key) as typeof args);
        },
      },
    },
  });
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
