import type { PayoutRun } from "#prisma";
import type { Scope } from "../shared/scope";
import type { BuiltStatement } from "./build-statements.server";
import { giveNumbers } from "./next-numbers.server";
import type { Statement } from "./statement";

/** A statement that was just issued. */
export type NumberedStatement = Omit<BuiltStatement, "statement"> & { statement: Statement };

/** Payouts stored in one statement. A statement has up to some hundred lines. */
const AT_ONCE = 50;

/**
 * Gives each statement its number, and the number of the one that it replaces, and stores it in the draft payout of its
 * affiliate, which gets this state. In the state `none`, nothing is paid. Returns them with their numbers.
 */
export async function storeStatements(
  scope: Scope,
  run: Pick<PayoutRun, "id" | "currency" | "until">,
  pattern: string,
  built: readonly BuiltStatement[],
  state: "open" | "none",
): Promise<NumberedStatement[]> {
  const replaced = await replacedNumbers(scope, run, built);
  const numbered = (await giveNumbers(scope, pattern, built)).map(({ number, ...one }) => {
    const corrects = replaced.get(one.affiliateId);
    return { ...one, statement: { number, ...(corrects && { corrects }), ...one.statement } };
  });
  const isPaid = state === "open";
  for (let at = 0; at < numbered.length; at += AT_ONCE) {
    const some = numbered.slice(at, at + AT_ONCE);
    await scope.db.$executeRaw`
      update payout p
      set state = ${state}, number = s.number, net = s.net, vat = s.vat, gross = s.gross, account_id = s.account_id,
          statement = s.statement::jsonb,
          invoice_state = case when ${isPaid} and s.statement::jsonb ->> 'basis' = 'own_invoice' then 'needed' end
      from unnest(
        ${some.map((one) => one.affiliateId)}::uuid[], ${some.map((one) => one.accountId)}::uuid[],
        ${some.map(({ statement }) => statement.number)}::text[],
        ${some.map(({ statement }) => (isPaid ? statement.net : 0))}::bigint[],
        ${some.map(({ statement }) => (isPaid ? statement.vatTotal : 0))}::bigint[],
        ${some.map(({ statement }) => (isPaid ? statement.gross : 0))}::bigint[],
        ${some.map(({ statement }) => JSON.stringify(statement))}::text[]
      ) s (affiliate_id, account_id, number, net, vat, gross, statement)
      where p.org_id = ${scope.orgId}::uuid and p.run_id = ${run.id}::uuid and p.affiliate_id = s.affiliate_id
        and p.state = 'draft'`;
  }
  return numbered;
}

/**
 * Returns for each affiliate the number of the statement that the new one replaces: the latest that was withdrawn or
 * whose payment was returned, and that has one of the new lines. One without lines is replaced by that of the same day.
 */
async function replacedNumbers(
  scope: Scope,
  { currency, until }: Pick<PayoutRun, "currency" | "until">,
  built: readonly BuiltStatement[],
): Promise<Map<string, string>> {
  const ids = built.flatMap(({ statement }) => statement.lines.map(({ id }) => id));
  const rows = await scope.db.$queryRaw<{ affiliate_id: string; number: string }[]>`
    select distinct on (p.affiliate_id) p.affiliate_id, p.number
    from payout p join payout_run r on r.org_id = ${scope.orgId}::uuid and r.id = p.run_id
    where p.org_id = ${scope.orgId}::uuid and p.affiliate_id = any(${built.map((one) => one.affiliateId)}::uuid[])
      and p.state in ('returned', 'void') and r.currency = ${currency} and (
        exists (
          select from jsonb_array_elements(p.statement -> 'lines') line where line ->> 'id' = any(${ids}::text[]))
        or p.state = 'void' and p.statement -> 'lines' = '[]' and r.until = ${until}::date)
    order by p.affiliate_id, p.created_at desc, p.id desc`;
  return new Map(rows.map((row) => [row.affiliate_id, row.number]));
}
