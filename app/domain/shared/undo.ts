import type { AuditAction } from "./proofs";

/**
 * How many seconds the user who did an action can undo it. Its emails wait as long. Everything about undoing derives
 * from this: display, texts, checks and the sending of emails.
 */
export const UNDO = {
  /** Default time. */
  seconds: 25,
  /** The toast is visible for a shorter time, so that a click at the last moment still works. */
  shown: 20,
  /** If the user has asked for more time, or keeps the toast open by pointing at it (WCAG 2.2, 2.2.1). */
  extended: 300,
} as const;

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000);

/** Returns when the emails of an action are sent, unless its time is extended. */
export const afterUndo = (now: Date): Date => after(now, UNDO.seconds);

/** Returns the last time at which an action can be undone, including extensions. */
export const undoEnds = (doneAt: Date): Date => after(doneAt, UNDO.extended);

/**
 * Returns until when an action can be undone: as long as its emails wait, or for the longest possible time without
 * emails.
 */
export const undoUntil = (doneAt: Date, mails: { waiting: boolean; mailAt: Date | null }): Date =>
  mails.waiting ? (mails.mailAt ?? afterUndo(doneAt)) : undoEnds(doneAt);

/** Returns whether an action can no longer be undone, even with extended time. */
export const isTooLate = (doneAt: Date, now: Date): boolean => now > undoEnds(doneAt);

/** Kinds of actions that can be undone: the name of the form, and the audit actions. */
export const undoable = {
  payment: ["commissions.pay", "commission.pay", "deal.pay", "payout.pay"],
  customer: [
    "commissions.record_customer_payments",
    "commission.record_customer_payment",
    "deal.record_customer_payment",
  ],
  leads: [
    "lead.contacted",
    "lead.qualified",
    "lead.lost",
    "lead.delete",
    "leads.contacted",
    "leads.qualified",
    "leads.lost",
    "leads.give",
    "leads.assign",
    "leads.step",
    "leads.delete",
    "lead.step_done",
  ],
  statuses: ["affiliates.activate", "affiliates.deactivate"],
  terms: ["affiliates.terms"],
  // Deleting a saved view is no entry of the audit log; the id is that of the view (views/edit-view.server.ts).
  view: [],
  receipts: ["receipts.set"],
} as const satisfies Record<string, readonly AuditAction[]>;

export type UndoKind = keyof typeof undoable;

export const undoKinds = Object.keys(undoable) as UndoKind[];

/** An action that can be undone, for the button: its kind and id. */
export interface Undo {
  of: UndoKind;
  batchId: string;
  /** Extended limit in milliseconds since 1970. */
  until?: number;
}
