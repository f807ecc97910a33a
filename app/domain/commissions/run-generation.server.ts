import { actorName } from "../audit/record-audit.server";
import { startOfDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { addToRun, finishRun } from "./begun-run.server";
import { createMissing } from "./generate-payments.server";
import type { GenerationCounts } from "./generation";

/** Opens a transaction inside the organisation. */
export type InScope = <T>(use: (scope: Scope) => Promise<T>) => Promise<T>;

/** Deals that one transaction of a run takes: some seconds of work for twelve months each. */
export const DEALS_AT_ONCE = 5_000;

type Made = Pick<GenerationCounts, "created" | "filled">;

interface Carrying {
  /** Deals in one transaction. */
  atMost?: number;
  /** Of the run that this carries out (begun-run.server.ts): its counts and its end are written there. */
  runId?: string | null;
  /** Opens a transaction in which the end of a run is written although the organisation is paused. */
  inPaused?: InScope;
}

/**
 * Creates all monthly payments of an organisation that are missing (COM-03), and records the run with its counts. Of many deals
 * some thousand at a time, each in a transaction of its own with its own entry in the audit log: a run that is ended halfway keeps
 * what it has done, and the next one does the rest. A job that finds everything done on the same day records none. What goes wrong
 * is recorded in a transaction of its own, and thrown. What the domain refuses is no run, unless somebody waits for it.
 * Throws `forbidden`, and what opening the scope throws.
 */
export async function runGeneration(
  inScope: InScope,
  { atMost = DEALS_AT_ONCE, runId = null, inPaused = inScope }: Carrying = {},
): Promise<GenerationCounts> {
  const made = { created: 0, filled: 0 };
  const someDeals = (after: string | null) =>
    inScope(async (scope) => {
      const { created, filled, next } = await createMissing(scope, { after, atMost });
      const all = { created: made.created + created, filled: made.filled + filled };
      if (runId) await addToRun(scope, runId, { created, filled });
      return { all, next, counts: next === null ? await recordAll(scope, all, runId) : null };
    });
  try {
    for (let after: string | null = null; ;) {
      const { all, next, counts } = await someDeals(after);
      if (counts) return counts;
      Object.assign(made, all);
      after = next;
    }
  } catch (error) {
    const counts = { ...made, complete: 0, withoutAffiliate: 0, withoutCommission: 0 };
    const recordFailure = (scope: Scope) =>
      runId ? finishRun(scope, runId, { failed: true }) : record(scope, counts, true);
    // The first error tells more than one about its record.
    if (runId || !(error instanceof DomainError)) await inPaused(recordFailure).catch(() => {});
    throw error;
  }
}

async function recordAll(
  scope: Scope,
  { created, filled }: Made,
  runId: string | null,
): Promise<GenerationCounts> {
  const { paying, ...skipped } = await countRecurring(scope);
  // Between two transactions a deal may have become one that does not pay.
  const counts = { created, filled, complete: Math.max(0, paying - filled), ...skipped };
  if (runId) await finishRun(scope, runId, { failed: false, paying, ...skipped });
  else await record(scope, counts);
  return counts;
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
  const before = failed ? await failureBefore(scope) : null;
  if (before) {
    const { created, filled } = counts;
    await scope.db.generationRun.updateMany({
      where: { id: before },
      data: { created: { increment: created }, dealsFilled: { increment: filled } },
    });
    return;
  }
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
  const where = { actor: actorName(scope.actor), failed: false, startedAt: { gte: await dayStart(scope) } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * A job that fails is tried again and again: all of that on one day is one run, unless another one came in between. The id of its row.
 */
async function failureBefore(scope: Scope): Promise<string | null> {
  if (scope.actor.kind !== "job") return null;
  const latest = await scope.db.generationRun.findFirst({ orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
  if (!latest?.failed || latest.actor !== actorName(scope.actor)) return null;
  return latest.startedAt >= (await dayStart(scope)) ? latest.id : null;
}

const dayStart = async (scope: Scope): Promise<Date> =>
  startOfDay(await scope.today(), (await scope.organization()).timeZone);
