import type { CustomerPayment } from "../commissions/record-customer-payments.server";
import { parseAmountInput } from "../shared/amount-problem";
import type { Day } from "../shared/dates";
import { otherCurrencyIn } from "../shared/read-amount";
import type { Scope } from "../shared/scope";
import { findCommissions, type FoundCommission } from "./find-commissions.server";
import { problemsOf, type RowProblem } from "./import.schema";
import { paymentRowSchema, type PaymentField, type PaymentRow } from "./payment-fields";
import { surplusOf, withoutDamage } from "./read-row";
import type { Import } from "./read-import.server";
import type { FileRow, RowResult } from "./stage-import.server";

/** A customer's payment of a file, with the commission that it is for. */
export interface ImportedPayment {
  /** Id of the monthly payment or of the one-time deal. */
  commissionId: string;
  payment: CustomerPayment;
}

/** A checked row, with the payment to record if nothing is wrong. */
interface CheckedPayment {
  result: RowResult;
  input: ImportedPayment | null;
}

/** A payment that an earlier line of the file has for the same commission. */
type Earlier = ImportedPayment & { line: number };

/**
 * Checks rows with customers' payments. A row is ready if it names one commission without a recorded payment. It is a
 * duplicate if the same payment is recorded or in an earlier line; another payment makes it wrong, because nothing is
 * replaced.
 */
export async function checkPayments(scope: Scope, run: Import, rows: readonly FileRow[]): Promise<CheckedPayment[]> {
  const today = await scope.today();
  const read = await readRows(scope, run, rows, today);
  const earlier = await earlierPayments(scope, run, { read, before: rows[0]?.number ?? 0, today });
  return rows.map(({ number, line }, index): CheckedPayment => {
    const none = { number, email: null, recordId: null };
    const wrong = (problems: RowProblem[]): CheckedPayment => ({
      result: { ...none, outcome: "wrong", problems },
      input: null,
    });
    const one = read[index]!;
    if ("problems" in one) return wrong(one.problems);
    const { found, payment } = one;
    if (found.recorded) {
      if (!isSame(found.recorded, payment, found)) return wrong([problem("paid_on", "import_payment_differs")]);
      return known(none, "import_payment_known");
    }
    if (found.paidOut) return wrong([problem("paid_on", "import_payment_paid_out")]);
    const input = { commissionId: found.id, payment };
    const before = earlier.get(found.id);
    if (before) {
      const at = JSON.stringify({ line: before.line });
      return isSame(before.payment, payment, found)
        ? known(none, `import_payment_line|${at}`)
        : wrong([problem("paid_on", `import_payment_line_differs|${at}`)]);
    }
    earlier.set(found.id, { ...input, line });
    return { result: { ...none, outcome: "ready", problems: [], recordId: found.id }, input };
  });
}

const problem = (field: PaymentField, reason: string): RowProblem => ({ field, reason });

const known = (none: Pick<RowResult, "number" | "email" | "recordId">, reason: string): CheckedPayment => ({
  result: { ...none, outcome: "duplicate", problems: [problem("paid_on", reason)] },
  input: null,
});

/** Returns whether a recorded payment has what a row says. A missing amount is the agreed one. */
function isSame(
  recorded: Pick<CustomerPayment, "paidOn" | "amount" | "invoiceNumber" | "invoicedOn">,
  payment: CustomerPayment,
  { sold }: FoundCommission,
): boolean {
  return (
    recorded.paidOn === payment.paidOn &&
    (recorded.amount ?? sold.amount) === (payment.amount ?? sold.amount) &&
    (payment.invoiceNumber === null || payment.invoiceNumber === recorded.invoiceNumber) &&
    (payment.invoicedOn === null || payment.invoicedOn === recorded.invoicedOn)
  );
}

type ReadRow = { found: FoundCommission; payment: CustomerPayment } | { problems: RowProblem[] };

/** Parses rows and finds their commissions. */
async function readRows(
  scope: Scope,
  run: Import,
  rows: readonly Pick<FileRow, "cells">[],
  today: Day,
): Promise<ReadRow[]> {
  const parsed = rows.map(({ cells }) => {
    const { values, remarks } = withoutDamage(run, cells);
    const { data, error } = paymentRowSchema.safeParse(values);
    // A damaged cell would change whose payment it is, or how much. So every one makes its row wrong.
    const issues = error ? problemsOf(error.issues, remarks) : [];
    const others = remarks.filter(({ field }) => !issues.some((issue) => issue.field === field));
    const problems = [...surplusOf(run.header, cells), ...issues, ...others];
    return data && problems.length === 0 ? { data, problems: null } : { data: null, problems };
  });
  const valid = parsed.flatMap((one) => one.data ?? []);
  const found = await findCommissions(scope, valid);
  let next = 0;
  return parsed.map((one): ReadRow => {
    if (!one.data) return { problems: one.problems };
    const commission = found[next++]!;
    return "reason" in commission ? { problems: [commission] } : paymentOf(one.data, commission, today);
  });
}

/** Reads the payment of a row in the currency of its deal. */
function paymentOf(row: PaymentRow, found: FoundCommission, today: Day): ReadRow {
  const { currency } = found.sold;
  const problems: RowProblem[] = [];
  if (row.paid_on > today) problems.push(problem("paid_on", "customer_paid_in_future"));
  // Without an amount, the column may name the currency of something else, as in our own export.
  const other = row.amount && row.currency && otherCurrencyIn(`1 ${row.currency}`, currency);
  if (other)
    problems.push(problem("currency", `amount_other_currency|${JSON.stringify({ typed: row.currency, currency })}`));
  const { amount, problem: amountProblem } = row.amount
    ? parseAmountInput(row.amount, currency)
    : { amount: null, problem: null };
  if (amountProblem !== null) problems.push(problem("amount", problemInFile(amountProblem)));
  if (problems.length > 0) return { problems };
  const { paid_on: paidOn, invoice_number: invoiceNumber, invoiced_on: invoicedOn } = row;
  return { found, payment: { paidOn, amount, invoiceNumber, invoicedOn } };
}

/** A stored problem has no reader whose notation could show the two meanings of an amount. */
const problemInFile = (problem: string): string =>
  problem.startsWith("amount_unclear|") ? "import_amount_unclear" : problem;

/** Returns the payments in earlier lines for the commissions of these rows, by commission. */
async function earlierPayments(
  scope: Scope,
  run: Import,
  { read, before, today }: { read: readonly ReadRow[]; before: number; today: Day },
): Promise<Map<string, Earlier>> {
  const ids = read.flatMap((one) => ("found" in one && !one.found.recorded ? one.found.id : []));
  if (ids.length === 0) return new Map();
  const rows = await scope.db.$queryRaw<(FileRow & { commissionId: string })[]>`
    select number, line, cells, record_id as "commissionId" from import_row
    where org_id = ${scope.orgId}::uuid and import_id = ${run.id}::uuid and record_id = any(${ids}::uuid[])
      and number < ${before} and outcome = 'ready'`;
  const payments = await readRows(scope, run, rows, today);
  return new Map(
    rows.flatMap(({ line, commissionId }, index) => {
      const one = payments[index]!;
      return "payment" in one ? [[commissionId, { commissionId, line, payment: one.payment }] as const] : [];
    }),
  );
}
