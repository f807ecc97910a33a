import { actorName } from "../audit/record-audit.server";
import { startOfDay } from "../shared/dates";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { addToRun, finishRun } from "./begun-run.server";
import { createMissing } from "../deals/generate-payments.server";
import { DAYS_BETWEEN_FULL_RUNS, type GenerationCounts } from "./generation";

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
  /** Checks every recurring deal, and not only those that are marked. "when due": if no run has done so for a week. */
  full?: boolean | "when due";
  /** Opens a transaction in which the end of a run is written although the organisation is paused. */
  inPaused?: InScope;
}

/**
 * Creates all monthly payments of an organisation that are missing (COM-03), and records the run with its counts. It
 * looks at the deals that are marked as unchecked, so it costs what has changed; `full` proves once a week that no mark
 * is missing. Of many deals some thousand at a time, each in a transaction of its own with its own entry in the audit
 * log: a run that is ended halfway keeps what it has done, and the next one does the rest. A job that finds everything
 * done on the same day records none. What goes wrong is recorded in a transaction of its own, and thrown. What the
 * domain refuses is no run, unless somebody waits for it.
 * Throws `forbidden`, and what opening the scope throws.
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
    // The first error tells more than one about its record.
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
  // Between two transactions a deal may have become one that does not pay.
  const counts = { created, filled, complete: Math.max(0, paying - filled), ...skipped };
  if (runId) await finishRun(scope, runId, { failed: false, paying, ...skipped });
  else await record(scope, counts, { isFull });
  return counts;
}

/**
 * How many recurring deals pay, and how many do not, by why. Those of the whole organisation are counted by triggers.
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
 * Whether no run of the last days has checked every deal: of a paused organisation or a missed night it is made up for.
 */
async function isFullRunDue(scope: Scope): Promise<boolean> {
  const since = new Date(scope.now.getTime() - DAYS_BETWEEN_FULL_RUNS * 24 * 60 * 60 * 1000);
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

/** A job may run twice: what it finds done already is no second run of that day. */
async function hasRunToday(scope: Scope): Promise<boolean> {
  if (scope.actor.kind !== "job") return false;
  const where = { actor: actorName(scope.actor), failed: false, startedAt: { gte: await dayStart(scope) } };
  return (await scope.db.generationRun.findFirst({ where, select: { id: true } })) !== null;
}

/**
 * A job that fails is tried again and again: all of that on one day is one run, unless another one came in between. The
 * id of its row.
 */
async function failureBefore(scope: Scope): Promise<string | null> {
  if (scope.actor.kind !== "job") return null;
  const latest = await scope.db.generationRun.findFirst({ orderBy: [{ startedAt: "desc" }, { id: "desc" }] });
  if (!latest?.failed || latest.actor !== actorName(scope.actor)) return null;
  return latest.startedAt >= (await dayStart(scope)) ? latest.id : null;
}

const dayStart = async (scope: Scope): Promise<Date> =>
  startOfDay(await scope.today(), (await scope.organization()).timeZone);
