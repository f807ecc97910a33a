import { globalModels, type RawSql } from "~/domain/shared/db";
import type { Stamp } from "./prisma-models.server";

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
