import type { AuditAction } from "./proofs";

/**
 * For how many seconds an action can be undone by the person who did it. The mails it causes wait as long. Everything
 * that has to do with undoing derives from this: what is shown, what is said, what is refused, and when mails go out.
 */
export const UNDO = {
  /** At first. */
  seconds: 25,
  /** The toast is shown for a shorter time, so that a click at its last moment still works. */
  shown: 20,
  /** When the person has asked for more time, or keeps the toast open by pointing at it (WCAG 2.2, 2.2.1). */
  extended: 300,
} as const;

const after = (from: Date, seconds: number) => new Date(from.getTime() + seconds * 1_000);

/** When the mails of an action go out that is done now, unless its time is extended. */
export const afterUndo = (now: Date): Date => after(now, UNDO.seconds);

/** The last moment at which what was done then can be undone, after all extending. */
export const undoEnds = (doneAt: Date): Date => after(doneAt, UNDO.extended);

/** Until when an action can be undone: as long as its mails wait, or all the time there can be when it has none. */
export const undoUntil = (doneAt: Date, mails: { waiting: boolean; mailAt: Date | null }): Date =>
  mails.waiting ? (mails.mailAt ?? afterUndo(doneAt)) : undoEnds(doneAt);

/** Whether it is too late to undo what was done at that moment, even if its time was extended. */
export const isTooLate = (doneAt: Date, now: Date): boolean => now > undoEnds(doneAt);

/** What can be undone: the name of its form, and the actions in the log that stand for it. */
export const undoable = {
  payment: ["commissions.pay", "commission.pay", "deal.pay"],
  leads: [
    ...(["lead.contacted", "lead.qualified", "lead.lost"] as const),
    ...(["leads.contacted", "leads.qualified", "leads.lost", "leads.give"] as const),
  ],
} as const satisfies Record<string, readonly AuditAction[]>;

export type UndoKind = keyof typeof undoable;

export const undoKinds = Object.keys(undoable) as UndoKind[];

/** An action that can be undone, for the button: what it was done to, and its id. */
export interface Undo {
  of: UndoKind;
  batchId: string;
  /** Until when, in milliseconds since 1970, if its time was extended. */
  until?: number;
}
