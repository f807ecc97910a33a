import { cancellationOf } from "../documents/cancellation";
import type { IssuedDocument } from "../documents/document";
import { isSame } from "../documents/document-problems";
import { daysOf } from "./build-documents";
import type { Statement } from "./statement";

/** What a document was issued from, as it is stored apart from its content. */
export interface DocumentSource {
  /** Columns of its row. */
  row: Pick<IssuedDocument, "kind" | "number" | "issuedOn" | "currency" | "net" | "vatTotal" | "gross">;
  affiliateCode: string;
  /** Of its payout. */
  statement: Statement;
  /** The credit note that a cancellation takes back; else null. */
  canceled: IssuedDocument | null;
  /** Those of the numbers which its claims correct that are credit notes of the affiliate. */
  corrected: readonly string[];
}

/**
 * Returns the fields in which a document differs from what it was issued from: its row, the statement of its payout,
 * and for a cancellation the credit note. Such a mistake could be consistent, so that no rule about the document alone
 * notices it.
 */
export function differencesOf(document: IssuedDocument, source: DocumentSource): string[] {
  const { row, canceled } = source;
  const expected: Partial<IssuedDocument> = canceled
    ? cancellationOf(canceled, row)
    : { ...creditNoteOf(source), lines: statedLines(document, source) };
  const differs = (others: object) =>
    Object.entries(others).flatMap(([field, value]) =>
      isSame(document[field as keyof IssuedDocument], value) ? [] : [field],
    );
  const isWrong = document.lines.some(({ corrects }) => corrects !== null && !source.corrected.includes(corrects));
  return [...new Set([...differs(row), ...differs(expected), ...(isWrong ? ["corrects"] : [])])];
}

function creditNoteOf({ statement, affiliateCode }: DocumentSource): Omit<IssuedDocument, "number" | "lines"> {
  const { number, issuedOn, language, currency, payer, payee, account, vat, net, vatTotal, gross } = statement;
  const sums = { vat, net, vatTotal, gross };
  const fixed = { kind: "credit_note", cancels: null } as const;
  return { ...fixed, issuedOn, language, currency, statement: number, affiliateCode, payer, payee, account, ...sums };
}

/** Returns the lines as the statement has them, with the tax and the reference that only the document has. */
const statedLines = ({ lines }: IssuedDocument, { statement }: DocumentSource): IssuedDocument["lines"] =>
  statement.lines.map(({ kind, deal, company, amount, period }, index) => {
    const { status, rateBp, corrects, to } = lines[index] ?? {
      status: "private",
      rateBp: 0,
      corrects: null,
      to: period,
    };
    return { kind, deal, company, ...daysOf(period, to !== period), amount, status, rateBp, corrects };
  });
