import { actorName } from "../audit/record-audit.server";
import { DAY_MS, startOfDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope, InScope } from "../shared/scope";
import { addToRun, finishRun } from "./generation-run.server";
import { createMissing } from "../deals/generate-payments.server";
import { DAYS_BETWEEN_FULL_RUNS, type GenerationCounts } from "./generation";

/** Number of deals in one transaction of a run: a few seconds of work for twelve months each. */
export const DEALS_AT_ONCE = 5_000;

type Made = Pick<GenerationCounts, "created" | "filled">;

interface Carrying {
  /** Limit for the deals in one transaction. */
  atMost?: number;
  /** Id of the run that this call carries out (generation-run.server.ts), where counts and end are recorded. */
  runId?: string | null;
  /** Checks every recurring deal instead of only the marked ones. "when due": if no run has done so for a week. */
  full?: boolean | "when due";
  /** Opens a transaction in which the end of a run is recorded even if the organization is paused. */
  inPaused?: InScope;
}

/**
 * Creates all missing monthly payments of an organization (COM-03), and records the run with its counts. It processes
 * the deals marked as unchecked, so its cost depends on the number of changes. Once a week, `full` verifies that no
 * mark is missing.
 * Thousands of deals are processed together, each group in its own transaction with its own audit entry. An interrupted
 * run therefore keeps its results, and the next run continues. A job that finds nothing to do on the same day records
 * no run. A failure is recorded in its own transaction, and thrown. An error of the domain is not recorded as a run,
 * unless a run was requested.
 * Throws `forbidden`, and the errors of opening the scope.
 */
export async function runGeneration(
  inScope: InScope,
  { atMost = DEALS_AT_ONCE, runId = null, full = false, inPaused = inScope }: Carrying = {},
): Promise<GenerationCounts> {
  const made = { created: 0, filled: 0 };
  let isFull = full === true;
  const someDeals = (after: string | null) =>
    inScope(async (scope) => {
      const { created, filled, next } = await createMissing(scope, { after, atMost, full: isFull });
      const all = { created: made.created + created, filled: made.filled + filled };
      if (runId) await addToRun(scope, runId, { created, filled });
      return { all, next, counts: next === null ? await recordAll(scope, { ...all, isFull }, runId) : null };
    });
  try {
    if (full === "when due") isFull = await inScope(isFullRunDue);
    for (let after: string | null = null; ;) {
      const { all, next, counts } = await someDeals(after);
      if (counts) return counts;
      Object.assign(made, all);
      after = next;
    }
  } catch (error) {
    const counts = { ...made, complete: 0, withoutAffiliate: 0, withoutCommission: 0 };
    const recordFailure = (scope: Scope) =>
      runId ? finishRun(scope, runId, { failed: true }) : record(scope, counts, { failed: true });
    // The first error is more informative than a failure to record it.
    if (runId || !(error instanceof DomainError)) await inPaused(recordFailure).catch(() => {});
    throw error;
  }
}

async function recordAll(
  scope: Scope,
  { created, filled, isFull }: Made & { isFull: boolean },
  runId: string | null,
): Promise<GenerationCounts> {
  const { paying, ...skipped } = await countRecurring(scope);
  // A deal may lose its commission between two transactions.
  const counts = { created, filled, complete: Math.max(0, paying - filled), ...skipped };
  if (runId) await finishRun(scope, runId, { failed: false, paying, ...skipped });
  else await record(scope, counts, { isFull });
  return counts;
}

/**
 * Counts the recurring deals with a commission, and those without, by reason. The counts of the whole organization are
 * maintained by triggers.
 */
export async function countRecurring(scope: Scope, dealId: string | null = null) {
  const rows = await scope.db.$queryRaw<{ state: string; count: number }[]>`
    select state, sum(count)::int as count from (
      select state, count from aggregate
      where org_id = ${scope.orgId}::uuid and affiliate_id is null and kind = 'recurring' and ${dealId}::uuid is null
      union all
      select case when affiliate_id is null then 'no_affiliate' when commission_amount > 0 then 'paying'
                  else 'no_commission' end, 1
      from deal where org_id = ${scope.orgId}::uuid and id = ${dealId}::uuid and deal_type = 'recurring'
    ) counted group by state`;
  const of = (state: string) => rows.find((row) => row.state === state)?.count ?? 0;
  return {
    paying: of("paying"),
    withoutAffiliate: of("no_affiliate"),
    withoutCommission: of("no_commission"),
  };
}

/**
 * Returns whether no run of the last days has checked every deal. This makes up for a paused organization or a missed
 * night.
 */
async function isFullRunDue(scope: Scope): Promise<boolean> {
  const since = new Date(scope.now.getTime() - DAYS_BETWEEN_FULL_RUNS * DAY_MS);
  const where = { isFull: true, startedAt: { gt: since } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) === null;
}

async function record(
  scope: Scope,
  counts: GenerationCounts,
  { failed = false, isFull = false }: { failed?: boolean; isFull?: boolean },
): Promise<void> {
  if (!failed && !isFull && counts.created === 0 && (await hasRunToday(scope))) return;
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
      actor: actorName(scope.actor),
      startedAt: scope.now,
      failed,
      isFull,
      created: counts.created,
      dealsFilled: counts.filled,
      dealsComplete: counts.complete,
      dealsWithoutAffiliate: counts.withoutAffiliate,
      dealsWithoutCommission: counts.withoutCommission,
    },
  });
}

/** Prevents a second record for a job that runs twice on the same day. */
async function hasRunToday(scope: Scope): Promise<boolean> {
  if (scope.actor.kind !== "job") return false;
  const where = { actor: actorName(scope.actor), failed: false, startedAt: { gte: await dayStart(scope) } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * Returns the id of the row of the latest failed run. A failing job is retried, and all its failures of one day count
 * as one run, unless another run took place in between.
 */
async function failureBefore(scope: Scope): Promise<string | null> {
  if (scope.actor.kind !== "job") return null;
  const latest = await scope.db.generationRun.findFirst({ orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
  if (!latest?.failed || latest.actor !== actorName(scope.actor)) return null;
  return latest.startedAt >= (await dayStart(scope)) ? latest.id : null;
}

const dayStart = async (scope: Scope): Promise<Date> =>
  startOfDay(await scope.today(), (await scope.organization()).timeZone);
