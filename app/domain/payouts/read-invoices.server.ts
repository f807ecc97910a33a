import type { PayoutInvoice } from "#prisma";
import { readPeople } from "../identity/read-people.server";
import { dayFromDate } from "../shared/dates";
import { recordId } from "../shared/fields";
import { fromDatabase } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { invoiceStatusOf } from "./invoice-status";
import {
  differencesOf,
  type ExpectedInvoice,
  type InvoiceDifference,
  type InvoiceFacts,
  type InvoiceNeed,
  type InvoiceState,
  type InvoiceStatus,
  type StoredInvoiceState,
} from "./own-invoice";
import type { PayoutState } from "./run";
import type { Statement } from "./statement";

/** An invoice as its page shows it. */
export interface InvoiceView extends Omit<InvoiceFacts, "references"> {
  id: string;
  /** Number of the statement that it names; null for none. */
  statement: string | null;
  state: InvoiceState;
  fileId: string;
  /** Whether the values were read from the file. */
  isRead: boolean;
  /** Whether a member has entered it for the affiliate. */
  isByStaff: boolean;
  /** Name of the member; null for others, former members, and in the portal. */
  enteredBy: string | null;
  /** ISO time. */
  createdAt: string;
  decidedBy: string | null;
  /** ISO time. */
  decidedAt: string | null;
  /** Why it was refused. */
  reason: string | null;
  /** What is not as in the statement. */
  differences: InvoiceDifference[];
}

/** The invoices of a payout that needs one. */
export interface PayoutInvoices {
  payoutId: string;
  /** Null if the payout was withdrawn or returned. */
  status: InvoiceStatus | null;
  /** What the invoice should say. */
  expected: ExpectedInvoice;
  /** The latest first. */
  invoices: InvoiceView[];
  /** Whether an accepted invoice can still be refused. */
  isInBankFile: boolean;
}

/**
 * Reads the invoices of a payout, for staff or its affiliate; null if not found, or if it needs none. `id` may be any
 * value. Throws `forbidden`.
 */
export async function readInvoices(scope: Scope, id: unknown): Promise<PayoutInvoices | null> {
  if (scope.actor.kind !== "affiliate") requireStaff(scope);
  const { data: payoutId } = recordId.safeParse(id);
  const payout =
    payoutId && (await scope.db.payout.findFirst({ where: { id: payoutId, invoiceState: { not: null } } }));
  if (!payout) return null;
  const { net, vatTotal: vat, gross, currency, number } = payout.statement as unknown as Statement;
  const expected = { net, vat, gross, currency, number };
  const rows = await scope.db.payoutInvoice.findMany({
    where: { payoutId },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  const people = await readPeople(
    scope,
    rows.flatMap(({ enteredBy, decidedBy }) => [enteredBy, decidedBy].filter((one) => one !== null)),
  );
  const nameOf = (userId: string | null) => (userId === null ? null : (people.get(userId)?.name ?? null));
  const invoices = rows.map((row, index) => viewOf(row, { isLatest: index === 0, expected, nameOf }));
  const latest = (rows[0]?.state ?? null) as StoredInvoiceState | null;
  const need = payout.invoiceState as InvoiceNeed;
  const status = invoiceStatusOf({ state: payout.state as PayoutState, need }, latest);
  return { payoutId, status, expected, invoices, isInBankFile: payout.bankFileId !== null };
}

function viewOf(
  row: PayoutInvoice,
  of: { isLatest: boolean; expected: ExpectedInvoice; nameOf: (userId: string | null) => string | null },
): InvoiceView {
  const { id, fileId, isRead, number, statement, currency, reason } = row;
  const amounts = {
    net: fromDatabase(row.net),
    vat: fromDatabase(row.vat),
    gross: fromDatabase(row.gross),
    currency,
  };
  return {
    id,
    fileId,
    isRead,
    number,
    statement,
    reason,
    ...amounts,
    state: row.state === "waiting" && !of.isLatest ? "replaced" : (row.state as StoredInvoiceState),
    issuedOn: dayFromDate(row.issuedOn),
    isByStaff: row.enteredBy !== null,
    enteredBy: of.nameOf(row.enteredBy),
    createdAt: row.createdAt.toISOString(),
    decidedBy: of.nameOf(row.decidedBy),
    decidedAt: row.decidedAt?.toISOString() ?? null,
    differences: differencesOf({ ...amounts, statement }, of.expected),
  };
}

/** Returns the invoice states of those payouts that need an invoice, by id. */
export async function readInvoiceStatuses(
  scope: Scope,
  payouts: readonly { id: string; state: string; invoiceState: string | null }[],
): Promise<Map<string, InvoiceStatus>> {
  const needing = payouts.filter(({ invoiceState }) => invoiceState !== null);
  if (needing.length === 0) return new Map();
  const invoices = await scope.db.payoutInvoice.findMany({
    where: { payoutId: { in: needing.map(({ id }) => id) } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { payoutId: true, state: true },
  });
  const latest = new Map(invoices.map(({ payoutId, state }) => [payoutId, state as StoredInvoiceState]));
  return new Map(
    needing.flatMap(({ id, state, invoiceState }) => {
      const payout = { state: state as PayoutState, need: invoiceState as InvoiceNeed };
      const status = invoiceStatusOf(payout, latest.get(id) ?? null);
      return status ? [[id, status]] : [];
    }),
  );
}
