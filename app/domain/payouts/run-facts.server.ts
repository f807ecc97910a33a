import type { LineKind } from "../documents/document";
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

/** Limit for the commissions of a run. */
export const MAX_RUN_LINES = 20_000;

/** Reads what a run in this currency, until this day, has to know of the organization. */
export async function readRunTerms(
  scope: Scope,
  { currency, until }: { currency: string; until: Day },
): Promise<RunTerms> {
  const { record, minimumAmount, vatRates, cadence } = await readPayer(scope);
  const { defaultCurrency } = await scope.organization();
  return {
    currency,
    until,
    payerCountry: record.country,
    payerTaxIds: { vatId: record.vatId, taxNumber: record.taxNumber },
    minimum: currency === defaultCurrency ? minimumAmount : 0,
    vatRates,
    cadence,
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
 * Reads the lines that a run can pay until a day, by affiliate: of the run with this id, or those in no run, of these
 * affiliates or of all. Throws `run_too_large`.
 */
export async function readLines(
  scope: Scope,
  { currency, until }: RunTerms,
  runId: string | null,
  affiliateIds: readonly string[] | null = null,
): Promise<Map<string, RunLine[]>> {
  const held = runId ? inRun(scope, runId) : sql`payout_id is null`;
  const theirs = affiliateIds ? sql`and affiliate_id = any(${affiliateIds}::uuid[])` : sql``;
  const which = (money: Sql) => sql`org_id = ${scope.orgId}::uuid and ${money} = ${currency} and ${held} ${theirs}`;
  const rows = await scope.db.$queryRaw<LineRow[]>(sql`
    select kind, id, affiliate_id, period::text as period, amount from (
      select 'deal' as kind, id, affiliate_id, close_date as period, commission_amount as amount from deal
      where ${which(sql`commission_currency`)} and ${owesOneOff} and affiliate_id is not null and due_on <= ${until}::date
      union all
      select 'payment', id, affiliate_id, period_start, amount from commission_payment
      where ${which(sql`currency`)} and status = 'pending' and due_on <= ${until}::date
      union all
      select 'claim', id, affiliate_id, period, settled_amount - amount from commission_claim
      where ${which(sql`currency`)} and is_open
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

/** What is not paid of an affiliate's commissions in a currency. */
interface Unpaid {
  /** What waits for the customer, minor units. */
  waiting: number;
  /** Whether anything is due, waits or is planned. */
  isUnpaid: boolean;
}

/** Reads the affiliates with commissions in a currency. */
async function readUnpaid(scope: Scope, { currency, until }: RunTerms): Promise<Map<string, Unpaid>> {
  const rows = await scope.db.$queryRaw<{ affiliate_id: string; waiting: bigint; unpaid: boolean }[]>`
    select affiliate_id, coalesce(sum(amount) filter (where state = 'waiting' and day <= ${until}::date), 0)::bigint
             as waiting, coalesce(sum(count) filter (where state not in ('paid', 'receipt')), 0) > 0 as unpaid
    from aggregate
    where org_id = ${scope.orgId}::uuid and affiliate_id is not null and kind in ('one-off', 'monthly')
      and currency = ${currency}
    group by affiliate_id having sum(count) <> 0`;
  return new Map(
    rows.map(({ affiliate_id, waiting, unpaid }) => [
      affiliate_id,
      { waiting: fromDatabase(waiting), isUnpaid: unpaid },
    ]),
  );
}

/** Reads until when affiliates were paid and got statements in a currency. A draft counts as a statement to come. */
async function readLastDays(scope: Scope, currency: string, affiliateIds: readonly string[]) {
  const rows = await scope.db.$queryRaw<{ affiliate_id: string; paid: string | null; stated: string | null }[]>`
    select p.affiliate_id, max(r.until) filter (where p.state in ('open', 'paid'))::text as paid,
           max(r.until) filter (where p.state <> 'void')::text as stated
    from payout p join payout_run r on r.org_id = ${scope.orgId}::uuid and r.id = p.run_id
    where p.org_id = ${scope.orgId}::uuid and p.affiliate_id = any(${affiliateIds}::uuid[])
      and r.currency = ${currency}
    group by p.affiliate_id`;
  return new Map(rows.map((row) => [row.affiliate_id, row]));
}

const optionalDay = (text: string | null | undefined): Day | null => (text ? day(text) : null);

/**
 * Reads the affiliates of a run: those of the draft with this id, or for a new run everybody with commissions in the
 * currency. Throws `run_too_large`, `forbidden`.
 */
export async function readRunPayees(scope: Scope, terms: RunTerms, runId: string | null): Promise<RunPayee[]> {
  const lines = await readLines(scope, terms, runId);
  const unpaid = runId ? new Map<string, Unpaid>() : await readUnpaid(scope, terms);
  const ids = runId
    ? (await scope.db.payout.findMany({ where: { runId }, select: { affiliateId: true } })).map(
        (one) => one.affiliateId,
      )
    : [...new Set([...lines.keys(), ...unpaid.keys()])];
  const payees = await readPayeeFacts(scope, ids);
  const agreements = await agreementsOn(scope, ids);
  const lastDays = await readLastDays(scope, terms.currency, ids);
  return ids.flatMap((id): RunPayee[] => {
    const own = payees.get(id);
    if (!own) return [];
    const { standing, ...facts } = own;
    const { waiting = 0, isUnpaid = false } = unpaid.get(id) ?? {};
    const last = lastDays.get(id);
    return [
      {
        ...facts,
        id,
        hasAgreement: agreements.has(id),
        lines: lines.get(id) ?? [],
        waiting,
        lastPaidUntil: optionalDay(last?.paid),
        lastStatedUntil: optionalDay(last?.stated),
        isOngoing: standing === "active" || (standing === "inactive" && (isUnpaid || lines.has(id))),
      },
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
