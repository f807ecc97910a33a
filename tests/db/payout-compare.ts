import type pg from "pg";
import { expect } from "vitest";
import { listOwed } from "~/domain/payouts/list-owed.server";
import { loadBankFile, readBankFiles } from "~/domain/payouts/make-bank-file.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { listOwnStatements, readStatement } from "~/domain/payouts/read-statement.server";
import type { Statement } from "~/domain/payouts/statement";
import type { Database } from "~/platform/db/database.server";
import { asAffiliate, type Affiliate } from "../factories/affiliates";
import { asOwner, type Org } from "../factories/organizations";
import { readBankFile } from "../support/bank-files";
import type { ModelRun } from "./payout-model";

interface Row {
  id: string;
  run_id: string;
  affiliate_id: string;
  state: string;
  number: string | null;
  net: string;
  vat: string;
  gross: string;
  account_id: string | null;
  statement: Statement | null;
  bank_file_id: string | null;
}

/** Expects runs, statements, bank files and the lists of both sides to say the same as the model. */
export async function comparePayouts(
  pool: pg.Pool,
  org: Org,
  affiliates: readonly Affiliate[],
  database: Database,
  runs: readonly ModelRun[],
  when: string,
): Promise<void> {
  const query = async <T>(sql: string) => (await pool.query(sql, [org.orgId])).rows as T[];
  const rows = await query<Row>("select * from payout where org_id = $1");
  const stored = rows.map(({ run_id, affiliate_id, state, number, account_id, net, vat, gross, bank_file_id }) => {
    const sums = state === "draft" ? null : [net, vat, gross];
    const isInFile = bank_file_id !== null;
    return { run: run_id, affiliate: affiliate_id, state, number, account: account_id, isInFile, sums };
  });
  const wanted = runs.flatMap((run) =>
    run.payouts.map(({ affiliate, state, number, account, isInFile, net, vat }) => {
      const sums = state === "draft" ? null : [net, vat, net + vat].map(String);
      return { run: run.id, affiliate, state, number, account, isInFile, sums };
    }),
  );
  const sorted = (list: object[]) => list.map((one) => JSON.stringify(one)).sort();
  expect(sorted(stored), when).toEqual(sorted(wanted));
  const numbers = rows.flatMap(({ number }) => number ?? []);
  expect(new Set(numbers).size, when).toBe(numbers.length);

  for (const { statement, net, vat, gross } of rows) {
    if (!statement) continue;
    const sum = (list: readonly number[]) => list.reduce((total, one) => total + one, 0);
    expect([String(statement.net), String(statement.vatTotal), String(statement.gross)], when).toEqual([
      net,
      vat,
      gross,
    ]);
    expect(sum(statement.lines.map(({ amount }) => amount)), when).toBe(statement.net);
    expect(sum(statement.vat.map((group) => group.net)), when).toBe(statement.net);
    expect(sum(statement.vat.map((group) => group.vat)), when).toBe(statement.vatTotal);
  }
  // The net of a paid payout is what its commissions and claims say they were paid with.
  const held = await query<{ payout_id: string; sum: string }>(
    `select payout_id, sum(amount) from (
       select payout_id, commission_amount as amount from deal where org_id = $1
       union all select payout_id, amount from commission_payment where org_id = $1
       union all select payout_id, settled_amount - amount from commission_claim where org_id = $1) lines
     where payout_id is not null group by payout_id`,
  );
  for (const { id, state, net } of rows)
    if (state === "paid" || state === "open" || state === "returned")
      expect(held.find((one) => one.payout_id === id)?.sum, when).toBe(net);

  await asOwner(database, org, async (scope) => {
    for (const run of runs) {
      const read = (await readRun(scope, run.id))!;
      expect(read.state, when).toBe(run.state);
      if (run.state === "draft") continue;
      const own = rows.filter(({ run_id }) => run_id === run.id);
      expect(read.gross, when).toBe(own.reduce((total, { gross }) => total + Number(gross), 0));
      for (const { id: fileId } of (await readBankFiles(scope, run.id)).files) {
        const file = readBankFile((await loadBankFile(scope, { runId: run.id, fileId }))!.text);
        const transfers = file.transfers.map(({ parts: [id, amount] }) => `${id} ${amount}`);
        expect(transfers.sort(), when).toEqual(run.files.get(fileId)?.sort());
      }
    }
    const due = await query<{ affiliate_id: string; currency: string; paid: string }>(
      `select affiliate_id, currency, sum(amount) as paid from (
         select affiliate_id, commission_currency as currency, commission_amount as amount from deal
         where org_id = $1 and commission_paid
         union all select affiliate_id, currency, amount from commission_payment where org_id = $1 and status = 'paid'
       ) paid group by 1, 2`,
    );
    for (const currency of ["EUR", "CHF"]) {
      const owed = await listOwed(scope, { currency }, { by: "due", direction: "desc" });
      const paid = owed.rows.filter((one) => one.paid !== 0).map(({ id, paid }) => `${id} ${paid}`);
      const expected = due.filter((one) => one.currency === currency && one.paid !== "0");
      expect(paid.sort(), when).toEqual(expected.map((one) => `${one.affiliate_id} ${one.paid}`).sort());
    }
  });
  for (const affiliate of affiliates) {
    const own = rows.filter((one) => one.affiliate_id === affiliate.affiliateId && one.state !== "draft");
    await asAffiliate(database, org, affiliate, async (scope) => {
      const listed: string[] = [];
      let cursor: string | null = null;
      do {
        const page = await listOwnStatements(scope, cursor);
        listed.push(...page.rows.map(({ number, state, gross }) => `${number} ${state} ${gross}`));
        cursor = page.next;
      } while (cursor !== null);
      expect(listed.sort(), when).toEqual(own.map((one) => `${one.number} ${one.state} ${one.gross}`).sort());
      const [first] = own;
      if (first) expect((await readStatement(scope, first.id))!.statement.number, when).toBe(first.number);
    });
  }
}
