import { randomUUID } from "node:crypto";
import { readPeople } from "../identity/read-people.server";
import { dayFromDate } from "../shared/dates";
import { actingAffiliate, actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { takeBackSince, type Entry, type OwnConversation, type StaffEntry } from "./conversation";

/** Reads the notes and messages of a lead for staff, oldest first. Throws `forbidden`. */
export async function readConversation(scope: Scope, leadId: string): Promise<StaffEntry[]> {
  requireStaff(scope);
  // All of them, because writing is limited (MAX_ENTRIES).
  const oldestFirst = { where: { leadId }, orderBy: { createdAt: "asc" } } as const;
  const notes = await scope.db.leadNote.findMany(oldestFirst);
  const messages = await scope.db.leadMessage.findMany({
    ...oldestFirst,
    include: { affiliate: { select: { name: true } } },
  });
  const authors = [...notes, ...messages].flatMap(({ author }) => author ?? []);
  const people = await readPeople(scope, [...new Set(authors)]);
  // As in the audit log, the name of a former member is not shown.
  const member = (userId: string) => {
    const person = people.get(userId);
    return { kind: "member", name: person?.member ? person.name : null } as const;
  };
  const me = actingUser(scope);
  const entries: StaffEntry[] = [
    ...notes.map((row) => ({
      ...entryOf(scope, row, row.author !== null && row.author === me),
      kind: "note" as const,
      stepOn: row.stepOn && dayFromDate(row.stepOn),
      by: row.author ? member(row.author) : { kind: "program" as const, name: null },
      reader: null,
    })),
    ...messages.map((row) => ({
      ...entryOf(scope, row, row.author !== null && row.author === me),
      kind: "message" as const,
      stepOn: null,
      by: row.author ? member(row.author) : { kind: "affiliate" as const, name: row.affiliate?.name ?? null },
      reader: row.author ? (row.affiliate?.name ?? null) : null,
    })),
  ];
  return entries.sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
}

/**
 * Reads the messages about a lead that the acting affiliate has written or reads, oldest first. The database hides all
 * others. Throws `forbidden`.
 */
export async function readOwnConversation(scope: Scope, leadId: string): Promise<OwnConversation> {
  const affiliateId = actingAffiliate(scope);
  const messages = await scope.db.leadMessage.findMany({
    where: { leadId, affiliateId },
    orderBy: { createdAt: "asc" },
  });
  const { name: organization, timeZone } = await scope.organization();
  return {
    leadId,
    entries: messages.map((row) => ({
      ...entryOf(scope, row, row.author === null),
      isOwn: row.author === null,
      signedBy: row.signedBy,
    })),
    submissionId: randomUUID(),
    organization,
    timeZone,
  };
}

interface Row {
  id: string;
  createdAt: Date;
  text: string;
  fileId: string | null;
  fileName: string | null;
}

const entryOf = (scope: Scope, { id, createdAt, text, fileId, fileName }: Row, isMine: boolean): Entry => ({
  id,
  at: createdAt.toISOString(),
  text,
  file: fileId && fileName ? { id: fileId, name: fileName } : null,
  canTakeBack: isMine && createdAt > takeBackSince(scope.now),
});
