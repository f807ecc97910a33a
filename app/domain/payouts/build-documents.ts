import type { DocumentLine, IssuedDocument } from "../documents/document";
import { addDays, addMonths, type Day } from "../shared/dates";
import type { TaxedLine } from "./plan-run";
import type { Statement, StatementLine } from "./statement";

/** A line of a statement with what its credit note has to know. */
export interface PaidLine {
  line: StatementLine;
  /** Whether it is of a month; else of a close date. */
  isMonth: boolean;
  /** Of a claim: number of the credit note that the commission was in; null if it was in none. */
  corrects: string | null;
}

/** Returns the days of the supply of a commission: its month, or its close date twice. */
export const daysOf = (period: Day, isMonth: boolean): Pick<DocumentLine, "from" | "to"> => ({
  from: period,
  to: isMonth ? addDays(addMonths(period, 1), -1) : period,
});

/** Builds the credit note of a statement (PAY-08), without its number. It has the same lines and sums. */
export function buildCreditNote(
  statement: Statement,
  { affiliateCode, paid, taxed }: { affiliateCode: string; paid: readonly PaidLine[]; taxed: readonly TaxedLine[] },
): Omit<IssuedDocument, "number"> {
  const { number, issuedOn, language, currency, payer, payee, account, vat, net, vatTotal, gross } = statement;
  const taxes = new Map(taxed.map((line) => [line.id, line]));
  return {
    kind: "credit_note",
    issuedOn,
    language,
    currency,
    cancels: null,
    statement: number,
    affiliateCode,
    payer,
    payee,
    account,
    lines: paid.map(({ isMonth, corrects, line: { id, kind, deal, company, period, amount } }) => {
      const { status, rateBp } = taxes.get(id)!;
      return { kind, deal, company, ...daysOf(period, isMonth), amount, status, rateBp, corrects };
    }),
    vat,
    net,
    vatTotal,
    gross,
  };
}
