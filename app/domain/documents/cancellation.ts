import type { Day } from "../shared/dates";
import type { IssuedDocument } from "./document";

/**
 * Returns the cancellation of a credit note (PAY-10): the same lines with opposite amounts, so that both together are
 * zero.
 */
export const cancellationOf = (
  note: IssuedDocument,
  { number, issuedOn }: { number: string; issuedOn: Day },
): IssuedDocument => ({
  ...note,
  kind: "cancellation",
  number,
  issuedOn,
  cancels: { number: note.number, issuedOn: note.issuedOn },
  lines: note.lines.map((line) => ({ ...line, amount: opposite(line.amount) })),
  vat: note.vat.map((group) => ({ ...group, net: opposite(group.net), vat: opposite(group.vat) })),
  net: opposite(note.net),
  vatTotal: opposite(note.vatTotal),
  gross: opposite(note.gross),
});

/** Of 0 it is 0, not -0, which would be written as "-0.00". */
const opposite = (amount: number): number => 0 - amount;
