/** For this long an action can be undone by the person who did it. The mails it causes wait until then. */
export const UNDO_SECONDS = 15;
/** The button is shown for a shorter time, so that a click at the last moment still works. */
export const UNDO_SHOWN_SECONDS = 10;

/** Whether it is too late to undo what was done at that moment. */
export const isTooLate = (doneAt: Date, now: Date): boolean =>
  now.getTime() - doneAt.getTime() > UNDO_SECONDS * 1_000;

/** When the mails of an action go out that is done now. */
export const afterUndo = (now: Date): Date => new Date(now.getTime() + UNDO_SECONDS * 1_000);

/** An action that can be undone, for the button: what it was done to, and its id. */
export interface Undo {
  of: "payment" | "leads";
  batchId: string;
}
