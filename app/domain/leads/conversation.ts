import type { Day } from "../shared/dates";
import { UNDO } from "../shared/undo";

// The conversation about a lead and its deals (WORK-06): internal notes, and messages shared with its affiliate.

/** Limit for the characters of a note or message. */
export const MAX_TEXT_LENGTH = 4_000;
/** Limits for the notes of a lead, and for its messages. */
export const MAX_ENTRIES = 500;
/** How many notes or messages one person may write in an hour. */
export const MAX_PER_HOUR = 60;

export type EntryKind = "note" | "message";
export const entryKinds = ["note", "message"] as const satisfies EntryKind[];

export interface Attachment {
  id: string;
  name: string;
}

/** A note or message as its readers see it. */
export interface Entry {
  id: string;
  /** ISO time. */
  at: string;
  text: string;
  file: Attachment | null;
  /** Whether the reader has written it and can still take it back. */
  canTakeBack: boolean;
}

/** As staff see it. Only they see notes. */
export interface StaffEntry extends Entry {
  kind: EntryKind;
  /** For a next step that was done: its day. */
  stepOn: Day | null;
  /** The author; the name of a former member or a deleted affiliate is null, and that of a program. */
  by: { kind: "member" | "affiliate" | "program"; name: string | null };
  /** The affiliate who reads a message of staff; null for notes, and for a deleted affiliate. */
  reader: string | null;
}

/** As the affiliate sees it. */
export interface OwnEntry extends Entry {
  isOwn: boolean;
  /** The name of the member who has written it; null for the affiliate's own. */
  signedBy: string | null;
}

/** What the portal shows of the conversation about a lead. */
export interface OwnConversation {
  leadId: string;
  entries: OwnEntry[];
  /** For the next message. */
  submissionId: string;
  /** The name of the organization that reads it. */
  organization: string;
  timeZone: string;
}

/**
 * Returns the time since when what was written can still be taken back by its author. Emails about it are sent
 * afterwards (undoEnds).
 */
export const takeBackSince = (now: Date): Date => new Date(now.getTime() - UNDO.extended * 1_000);
