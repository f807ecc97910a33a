import { actorName } from "../audit/record-audit.server";
import { startOfDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { createMissing } from "./generate-payments.server";
import type { GenerationCounts } from "./generation";

/** Opens a transaction inside the organisation. */
type InScope = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

const NOTHING: GenerationCounts = {
  ...{ created: 0, filled: 0, complete: 0, withoutAffiliate: 0, withoutCommission: 0 },
};

/**
 * Creates all monthly payments of an organisation that are missing (COM-03), and records the run with its counts in the same
 * transaction; a job that finds everything done on the same day adds none. What goes wrong is recorded in a transaction of its own, and thrown. What the domain refuses is no run.
 * Throws `forbidden`, and what opening the scope throws.
 */
export async function runGeneration(inScope: InScope): Promise<GenerationCounts> {
  try {
    return await inScope(async (scope) => {
      const { created, filled } = await createMissing(scope, null);
      const { paying, ...skipped } = await countRecurring(scope);
      const counts = { created, filled, complete: paying - filled, ...skipped };
      await record(scope, counts);
      return counts;
    });
  } catch (error) {
    if (!(error instanceof DomainError)) {
      // The first error tells more than one about its record.
      await inScope((scope) => record(scope, NOTHING, true)).catch(() => {});
    }
    throw error;
  }
}

/** How many recurring deals pay, and how many do not, by why. */
export async function countRecurring(scope: Scope, dealId: string | null = null) {
  const [counts] = await scope.db.$queryRaw<
    { paying: number; withoutAffiliate: number; withoutCommission: number }[]
  >`
    select (count(*) filter (where affiliate_id is not null and commission_amount > 0))::int as paying,
           (count(*) filter (where affiliate_id is null))::int as "withoutAffiliate",
           (count(*) filter (where affiliate_id is not null and commission_amount <= 0))::int as "withoutCommission"
    from deal where org_id = ${scope.orgId}::uuid and deal_type = 'recurring'
      and (${dealId}::uuid is null or id = ${dealId}::uuid)`;
  return counts!;
}

async function record(scope: Scope, counts: GenerationCounts, failed = false): Promise<void> {
  if (!failed && counts.created === 0 && (await hasRunToday(scope))) return;
  await scope.db.generationRun.create({
    data: {
      ...{ actor: actorName(scope.actor), startedAt: scope.now, failed, created: counts.created },
      ...{ dealsFilled: counts.filled, dealsComplete: counts.complete },
      dealsWithoutAffiliate: counts.withoutAffiliate,
      dealsWithoutCommission: counts.withoutCommission,
    },
  });
}

/** A job may run twice: what it finds done already is no second run of that day. */
async function hasRunToday(scope: Scope): Promise<boolean> {
  if (scope.actor.kind !== "job") return false;
  const { timeZone } = await scope.organization();
  const since = startOfDay(await scope.today(), timeZone);
  const where = { actor: actorName(scope.actor), failed: false, startedAt: { gte: since } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) !== null;
}
