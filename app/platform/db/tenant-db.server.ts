import { globalModels, type RawSql } from "~/domain/shared/db";
import type { Stamp } from "./prisma-models.server";

/** Combines the models and the raw SQL of one transaction in one object. */
export function withRaw<M extends object, Raw extends RawSql>(models: M, raw: Raw): M & Raw {
  return Object.assign(Object.create(models) as M, raw);
}

type Args = { where?: object; data?: object | object[]; create?: object; update?: object };

/**
 * Adds the organization id to every `where` and `data`. Row-level security provides the isolation. The column makes
 * queries use the indexes, which all begin with org_id, and could route a statement to one shard.
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
