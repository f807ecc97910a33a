import { actorName } from "../audit/record-audit.server";
import { startOfDay } from "../shared/dates";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { createMissing } from "./generate-payments.server";
import type { GenerationCounts } from "./generation";

/** Opens a transaction inside the organisation. */
type InScope = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

/** Deals that one transaction of a run takes: some seconds of work for twelve months each. */
const DEALS_AT_ONCE = 5_000;

type Made = Pick<GenerationCounts, "created" | "filled">;

/**
 * Creates all monthly payments of an organisation that are missing (COM-03), and records the run with its counts. The record is
 * written first and with each step, so that a run that was killed is seen. Of many deals some thousand at a time, each in a
 * transaction of its own with its own entry in the audit log: a run that is ended halfway keeps what it has done, and the next one
 * does the rest. A job that finds everything done on the same day records none. What goes wrong is recorded in a transaction of its
 * own, and thrown. What the domain refuses is no run. `atMost`: deals in one transaction.
 * Throws `forbidden`, and what opening the scope throws.
 */
export async function runGeneration(inScope: InScope, atMost = DEALS_AT_ONCE): Promise<GenerationCounts> {
  const made: Made = { created: 0, filled: 0 };
  let id = await inScope(beginRun);
  const someDeals = (after: string | null) =>
    inScope(async (scope) => {
      const { created, filled, next } = await createMissing(scope, { after, atMost });
      const all = { created: made.created + created, filled: made.filled + filled };
      const counts = { ...all, ...(next === null ? await countSkipped(scope, all) : NOT_COUNTED) };
      // A repeated job that does find something is a run after all.
      if (id === null && created > 0) id = await insertRun(scope);
      if (id !== null) await keepRun(scope, id, counts, { isRunning: next !== null });
      return { all, next, counts };
    });
  try {
    for (let after: string | null = null; ;) {
      const { all, next, counts } = await someDeals(after);
      if (next === null) return counts;
      Object.assign(made, all);
      after = next;
    }
  } catch (error) {
    // The first error tells more than one about its record.
    await inScope(async (scope) => {
      const failed = id ?? (await insertRun(scope));
      await keepRun(scope, failed, { ...made, ...NOT_COUNTED }, { isRunning: false, failed: true });
    }).catch(() => {});
    throw error;
  }
}

const NOT_COUNTED = { complete: 0, withoutAffiliate: 0, withoutCommission: 0 };

/** Writes the record of a run that begins; null for a job that has run today. Throws `forbidden`. */
async function beginRun(scope: Scope): Promise<string | null> {
  requireStaff(scope);
  return (await hasRunToday(scope)) ? null : insertRun(scope);
}

async function insertRun(scope: Scope): Promise<string> {
  const counts = { created: 0, dealsFilled: 0, dealsComplete: 0 };
  const { id } = await scope.db.generationRun.create({
    data: {
      ...{ actor: actorName(scope.actor), startedAt: scope.now, steppedAt: scope.now, isRunning: true },
      ...{ failed: false, ...counts, dealsWithoutAffiliate: 0, dealsWithoutCommission: 0 },
    },
    select: { id: true },
  });
  return id;
}

async function keepRun(
  scope: Scope,
  id: string,
  counts: GenerationCounts,
  state: { isRunning: boolean; failed?: boolean },
): Promise<void> {
  await scope.db.generationRun.updateMany({
    where: { id },
    data: {
      ...{ ...state, steppedAt: scope.now, created: counts.created },
      ...{ dealsFilled: counts.filled, dealsComplete: counts.complete },
      dealsWithoutAffiliate: counts.withoutAffiliate,
      dealsWithoutCommission: counts.withoutCommission,
    },
  });
}

async function countSkipped(scope: Scope, { filled }: Made): Promise<Omit<GenerationCounts, keyof Made>> {
  const { paying, ...skipped } = await countRecurring(scope);
  // Between two transactions a deal may have become one that does not pay.
  return { complete: Math.max(0, paying - filled), ...skipped };
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

/** A job may run twice: what it finds done already is no second run of that day. */
async function hasRunToday(scope: Scope): Promise<boolean> {
  if (scope.actor.kind !== "job") return false;
  const { timeZone } = await scope.organization();
  const since = startOfDay(await scope.today(), timeZone);
  const ended = { failed: false, isRunning: false };
  const where = { actor: actorName(scope.actor), ...ended, startedAt: { gte: since } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) !== null;
}
