import { addDays, addMonths, dateFromDay, dayFromDate, todayIn, type Day } from "../shared/dates";
import { fingerprint } from "../shared/edit-conflict.server";
import { recordId } from "../shared/fields";
import { grouped } from "../shared/grouped";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql } from "../shared/sql";
import { taxedLines } from "./plan-run";
import { readPayeeFacts } from "./read-payee.server";
import {
  bySince,
  CARRIED_MONTHS,
  isCarriedLong,
  planReclaim,
  type PlannedReclaim,
  type Reclaim,
  type Settlement,
} from "./reclaim";
import { readLines, readRunTerms } from "./run-facts.server";
import { readStatementLines } from "./statement-lines.server";

/** Debts that are listed; the oldest come first. */
const MAX_DEBTORS = 100;

/** Settlements that the page of an affiliate shows, the latest ones. */
const MAX_SETTLEMENTS = 20;

interface Debtor {
  affiliateId: string;
  currency: string;
}

/** A debt with what its page does not show. */
export interface OpenReclaim extends Debtor, PlannedReclaim {
  name: string;
  version: string;
}

/** Reads who may owe something, by their open claims in no payout, those with the oldest first. */
async function readDebtors(scope: Scope, which: { affiliateId: string } | { begunBefore: Date }): Promise<Debtor[]> {
  const [theirs, old] =
    "affiliateId" in which
      ? [sql`and affiliate_id = ${which.affiliateId}::uuid`, sql``]
      : [sql``, sql`having min(created_at) < ${which.begunBefore}`];
  return scope.db.$queryRaw<Debtor[]>(sql`
    select affiliate_id as "affiliateId", currency from commission_claim
    where org_id = ${scope.orgId}::uuid and is_open and payout_id is null ${theirs}
    group by 1, 2 ${old} order by min(created_at), 1, 2 limit ${MAX_DEBTORS}`);
}

/** Reads since when claims are owed, by id. */
async function readDays(scope: Scope, claimIds: readonly string[]): Promise<Map<string, Day>> {
  const { timeZone } = await scope.organization();
  const rows = await scope.db.commissionClaim.findMany({
    where: { id: { in: [...claimIds] } },
    select: { id: true, createdAt: true },
  });
  return new Map(rows.map(({ id, createdAt }) => [id, todayIn(timeZone, createdAt)]));
}

/** Plans what these affiliates owe today, in the currencies of their claims. */
async function planReclaims(scope: Scope, debtors: readonly Debtor[]): Promise<OpenReclaim[]> {
  const until = await scope.today();
  const payees = await readPayeeFacts(scope, [...new Set(debtors.map(({ affiliateId }) => affiliateId))]);
  const found: OpenReclaim[] = [];
  for (const [currency, of] of grouped(debtors, (debtor) => debtor.currency)) {
    const terms = await readRunTerms(scope, { currency, until });
    const ids = of.map(({ affiliateId }) => affiliateId);
    const lines = await readLines(scope, terms, null, ids);
    const claimIds = [...lines.values()].flat().flatMap(({ kind, id }) => (kind === "claim" ? [id] : []));
    const days = await readDays(scope, claimIds);
    for (const affiliateId of ids) {
      const { name = "", taxStatuses = [] } = payees.get(affiliateId) ?? {};
      const taxed = taxedLines(terms, { lines: lines.get(affiliateId) ?? [], taxStatuses });
      const plan = planReclaim(taxed, (id) => days.get(id) ?? until);
      if (plan) found.push({ affiliateId, currency, name, ...plan, version: versionOf(plan) });
    }
  }
  return found;
}

const versionOf = ({ gross, parts }: PlannedReclaim): string =>
  fingerprint({ reclaim: [gross, ...parts.map(({ claimId, amount }) => `${claimId} ${amount}`)].join(", ") });

/** Reads what an affiliate owes in a currency; null if it is nothing. */
export async function readOpenReclaim(scope: Scope, debtor: Debtor): Promise<OpenReclaim | null> {
  return (await planReclaims(scope, [debtor]))[0] ?? null;
}

/**
 * Returns the debts that were carried over for months, the oldest first (PAY-13). Without old claims, it costs one
 * query.
 * Throws `run_too_large`, `forbidden`.
 */
export async function listReclaims(scope: Scope): Promise<Reclaim[]> {
  requireStaff(scope);
  const today = await scope.today();
  // Some days more: months differ in length, and a day begins at another time in each time zone.
  const begunBefore = dateFromDay(addDays(addMonths(today, -CARRIED_MONTHS), 5));
  const all = await planReclaims(scope, await readDebtors(scope, { begunBefore }));
  const old = all.filter(({ since }) => isCarriedLong(since, today));
  return withClaims(scope, old.sort(bySince), today);
}

/**
 * Reads what an affiliate owes, by currency, however long, and the latest settlements. `wanted` may be any text. Throws
 * `run_too_large`, `forbidden`.
 */
export async function readReclaims(
  scope: Scope,
  wanted: unknown,
): Promise<{ open: Reclaim[]; settlements: Settlement[] }> {
  requireStaff(scope);
  const { data: affiliateId } = recordId.safeParse(wanted);
  if (!affiliateId) return { open: [], settlements: [] };
  const open = await planReclaims(scope, await readDebtors(scope, { affiliateId }));
  return {
    open: await withClaims(scope, open, await scope.today()),
    settlements: await readSettlements(scope, affiliateId),
  };
}

/** Adds the deals, reasons and documents of the claims. */
async function withClaims(scope: Scope, open: readonly OpenReclaim[], today: Day): Promise<Reclaim[]> {
  if (open.length === 0) return [];
  const ids = open.flatMap(({ parts }) => parts.map(({ claimId }) => claimId));
  const lines = await readStatementLines(
    scope,
    ids.map((id) => ({ kind: "claim", id })),
  );
  const lineOf = new Map([...lines.values()].flat().map((one) => [one.line.id, one]));
  const statementOf = await readStatementNumbers(scope, ids);
  return open.map(({ parts, ...reclaim }) => ({
    ...reclaim,
    isOld: isCarriedLong(reclaim.since, today),
    claims: parts.flatMap(({ claimId: id, since, amount }) => {
      const found = lineOf.get(id);
      if (!found) return [];
      const { deal, company, period, reason } = found.line;
      const document = found.corrects ?? statementOf.get(id) ?? null;
      return [{ id, deal, company, period, since, amount, reason, document }];
    }),
  }));
}

/** Reads the numbers of the statements that the commissions of claims were paid with. */
async function readStatementNumbers(scope: Scope, claimIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await scope.db.$queryRaw<{ id: string; number: string }[]>`
    select k.id, p.number
    from commission_claim k
    join deal d on d.org_id = ${scope.orgId}::uuid and d.id = k.deal_id
    left join commission_payment c on c.org_id = ${scope.orgId}::uuid and c.id = k.payment_id
    join payout p on p.org_id = ${scope.orgId}::uuid
      and p.id = case when k.payment_id is null then d.payout_id else c.payout_id end
    where k.org_id = ${scope.orgId}::uuid and k.id = any(${claimIds}::uuid[]) and p.number is not null`;
  return new Map(rows.map(({ id, number }) => [id, number]));
}

async function readSettlements(scope: Scope, affiliateId: string): Promise<Settlement[]> {
  const rows = await scope.db.claimSettlement.findMany({
    where: { affiliateId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MAX_SETTLEMENTS,
    include: { parts: { select: { claim: { select: { payoutId: true } } } } },
  });
  return rows.map(({ id, currency, kind, settledOn, note, net, vat, gross, parts }) => ({
    id,
    currency,
    kind: kind as Settlement["kind"],
    day: dayFromDate(settledOn),
    note,
    net: fromDatabase(net),
    vat: fromDatabase(vat),
    gross: fromDatabase(gross),
    isUndoable: parts.every(({ claim }) => claim.payoutId === null),
  }));
}
