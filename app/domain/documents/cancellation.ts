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
  lines: note.lines.map((line) => ({ ...line, amount: -line.amount })),
  vat: note.vat.map((group) => ({ ...group, net: -group.net, vat: -group.vat })),
  net: -note.net,
  vatTotal: -note.vatTotal,
  gross: -note.gross,
});
