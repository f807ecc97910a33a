import type { Undo, UndoKind } from "~/domain/shared/undo";
import { paths } from "~/paths/paths";

/** Where the form that undoes an action of each kind is sent. */
export const undoPaths: Record<UndoKind, string> = {
  payment: paths.undoPayment(),
  customer: paths.undoCustomerPayments(),
  leads: paths.undoLeads(),
  statuses: paths.undoStatuses(),
  terms: paths.undoTerms(),
  view: paths.undoView(),
  receipts: paths.undoReceipts(),
};

/** Returns the fields of that form, and of the one that requests more time. */
export const undoFields = ({ of, batchId }: Undo, back: string) => ({ what: of, batch_id: batchId, back });
