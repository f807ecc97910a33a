import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

/**
 * Returns the affiliate into whom an affiliate was merged; null if they were not. `id` may be any value.
 * Throws `forbidden`.
 */
export async function affiliateMergedInto(scope: Scope, id: unknown): Promise<{ id: string; name: string } | null> {
  requireStaff(scope);
  const { data } = recordId.safeParse(id);
  if (!data) return null;
  const merged = await scope.db.mergedAffiliate.findFirst({
    where: { id: data },
    select: { affiliate: { select: { id: true, name: true } } },
  });
  return merged?.affiliate ?? null;
}
