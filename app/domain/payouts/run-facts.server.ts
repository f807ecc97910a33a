import { fingerprint } from "../shared/edit-conflict.server";
import { owesOneOff } from "../deals/owed-commission.server";
import { day, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { fromDatabase } from "../shared/money";
import { grouped } from "../shared/grouped";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { agreementsOn } from "./agreement.server";
import { inRun } from "./lock-run.server";
import { readPayer } from "./payer.server";
import type { ProposedPayout, RunLine, RunPayee, RunTerms } from "./plan-run";
import { readPayeeFacts } from "./read-payee.server";
import type { LineKind } from "./statement";

/** Limit for the commissions of a run. */
export const MAX_RUN_LINES = 20_000;

/** Reads what a run in this currency, until this day, has to know of the organization. */
export async function readRunTerms(
  scope: Scope,
  { currency, until }: { currency: string; until: Day },
): Promise<RunTerms> {
  const { record, minimumAmount, vatRates } = await readPayer(scope);
  const { defaultCurrency } = await scope.organization();
  return {
    currency,
    until,
    payerCountry: record.country,
    minimum: currency === defaultCurrency ? minimumAmount : 0,
    vatRates,
  };
}

interface LineRow {
  kind: LineKind;
  id: string;
  affiliate_id: string;
  period: string;
  amount: bigint;
}

/**
 * Reads the lines that a run can pay until a day, by affiliate: of the run with this id, or those in no run. Throws
 * `run_too_large`.
 */
async function readLines(
  scope: Scope,
  { currency, until }: RunTerms,
  runId: string | null,
): Promise<Map<string, RunLine[]>> {
  const held = runId ? inRun(scope, runId) : sql`payout_id is null`;
  const which = (money: Sql) => sql`org_id = ${scope.orgId}::uuid and ${money} = ${currency} and ${held}`;
  const rows = await scope.db.$queryRaw<LineRow[]>(sql`
    select kind, id, affiliate_id, period::text as period, amount from (
      select 'deal' as kind, id, affiliate_id, close_date as period, commission_amount as amount from deal
      where ${which(sql`commission_currency`)} and ${owesOneOff} and affiliate_id is not null and due_on <= ${until}::date
      union all
      select 'payment', id, affiliate_id, period_start, amount from commission_payment
      where ${which(sql`currency`)} and status = 'pending' and due_on <= ${until}::date
      union all
      select 'claim', id, affiliate_id, period, -amount from commission_claim
      where ${which(sql`currency`)} and settled_on is null
    ) l
    order by affiliate_id, period, id limit ${MAX_RUN_LINES + 1}`);
  if (rows.length > MAX_RUN_LINES) throw new DomainError("run_too_large", { max: MAX_RUN_LINES });
  const lines = rows.map(({ kind, id, affiliate_id, period, amount }) => {
    return { affiliate_id, line: { kind, id, period: day(period), amount: fromDatabase(amount) } };
  });
  return new Map(
    [...grouped(lines, ({ affiliate_id }) => affiliate_id)].map(([id, own]) => [id, own.map(({ line }) => line)]),
  );
}

/** Affiliates with commissions in a currency, with what waits for the customer. */
async function readWaiting(scope: Scope, { currency, until }: RunTerms): Promise<Map<string, number>> {
  const rows = await scope.db.$queryRaw<{ affiliate_id: string; waiting: bigint }[]>`
    select affiliate_id, coalesce(sum(amount) filter (where state = 'waiting' and day <= ${until}::date), 0)::bigint
             as waiting
    from aggregate
    where org_id = ${scope.orgId}::uuid and affiliate_id is not null and kind in ('one-off', 'monthly')
      and currency = ${currency}
    group by affiliate_id having sum(count) <> 0`;
  return new Map(rows.map(({ affiliate_id, waiting }) => [affiliate_id, fromDatabase(waiting)]));
}

/**
 * Reads the affiliates of a run: those of the draft with this id, or for a new run everybody with commissions in the
 * currency. Throws `run_too_large`, `forbidden`.
 */
export async function readRunPayees(scope: Scope, terms: RunTerms, runId: string | null): Promise<RunPayee[]> {
  const lines = await readLines(scope, terms, runId);
  const waiting = runId ? new Map<string, number>() : await readWaiting(scope, terms);
  const ids = runId
    ? (await scope.db.payout.findMany({ where: { runId }, select: { affiliateId: true } })).map(
        (one) => one.affiliateId,
      )
    : [...new Set([...lines.keys(), ...waiting.keys()])];
  const facts = await readPayeeFacts(scope, ids);
  const agreements = await agreementsOn(scope, ids);
  return ids.flatMap((id): RunPayee[] => {
    const own = facts.get(id);
    if (!own) return [];
    return [
      { ...own, id, hasAgreement: agreements.has(id), lines: lines.get(id) ?? [], waiting: waiting.get(id) ?? 0 },
    ];
  });
}

/** Returns the `version` of a form that shows these proposals. */
export const runVersion = (proposals: readonly ProposedPayout[]): string =>
  fingerprint({
    run: proposals
      .map(
        ({ affiliateId, gross, lines, reason, basis }) => `${affiliateId} ${gross} ${lines.length} ${reason} ${basis}`,
      )
      .join(", "),
  });
