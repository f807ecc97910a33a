import { createHash } from "node:crypto";
import { readMembers } from "../members/list-members.server";
import { notifyAffiliate } from "../notifications/notify-affiliate.server";
import { notifyMentioned } from "../notifications/notify-staff.server";
import { isErased } from "../shared/erased";
import { DomainError } from "../shared/errors";
import { idOfDigits } from "../shared/id-digits";
import { actingAffiliate, actingUser, requireStaff } from "../shared/permissions";
import { isOfDeleted } from "../shared/refused-write";
import type { Scope } from "../shared/scope";
import { undoEnds } from "../shared/undo";
import { MAX_ENTRIES, MAX_PER_HOUR, type EntryKind } from "./conversation";
import type { NewEntry, NewMessage } from "./conversation.schema";
import { mentionsIn } from "./mentions";

const HOUR_MS = 3_600_000;

/**
 * Writes an internal note about a lead, and notifies the members that it mentions. Posting the same form again changes
 * nothing. Returns whether it was written.
 * Throws `not_found`, `conversation_full`, `conversation_pace`, `forbidden` (also for API keys, jobs and operators).
 */
export async function writeNote(scope: Scope, { leadId, text, submissionId, file }: NewEntry): Promise<boolean> {
  const author = actingMember(scope);
  const lead = await scope.db.lead.findFirst({ where: { id: leadId }, select: { companyName: true } });
  if (!lead) throw new DomainError("not_found");
  const id = entryId("note", author, { leadId, text, submissionId });
  requireRoom(await scope.db.leadNote.count({ where: { leadId } }));
  requirePace(await scope.db.leadNote.count({ where: { author, createdAt: { gt: anHourAgo(scope) } } }));
  const { count } = await scope.db.leadNote
    .createMany({
      data: [{ id, leadId, text, author, ...fileColumns(file), createdAt: scope.now }],
      skipDuplicates: true,
    })
    .catch(leadIsGone);
  if (count > 0) await tellMentioned(scope, { id, author, leadId, company: lead.companyName, text });
  return count > 0;
}

/**
 * Writes a message to the affiliate of a lead, who is notified; so are the members that it mentions. Returns whether it
 * was written; see {@link writeNote}.
 * Throws `not_found`, `message_reader_changed` (the lead has another affiliate than the form has named, or they were
 * erased), `conversation_full`, `conversation_pace`, `forbidden`.
 */
export async function sendMessage(scope: Scope, input: NewMessage): Promise<boolean> {
  const author = actingMember(scope);
  const { leadId, text, affiliateId, file } = input;
  // Until the transaction ends, the lead stays with the affiliate.
  await scope.db.$queryRaw`select 1 from lead where org_id = ${scope.orgId}::uuid and id = ${leadId}::uuid for share`;
  const lead = await scope.db.lead.findFirst({
    where: { id: leadId },
    select: { companyName: true, affiliate: { select: { id: true, email: true } } },
  });
  if (!lead) throw new DomainError("not_found");
  const { affiliate, companyName: company } = lead;
  if (affiliate?.id !== affiliateId || isErased(affiliate.email)) throw new DomainError("message_reader_changed");
  const id = entryId("message", author, input);
  requireRoom(await scope.db.leadMessage.count({ where: { leadId } }));
  requirePace(await scope.db.leadMessage.count({ where: { author, createdAt: { gt: anHourAgo(scope) } } }));
  const by = (await readMembers(scope)).find((member) => member.id === author)?.name ?? "";
  const { count } = await scope.db.leadMessage.createMany({
    data: [{ id, leadId, affiliateId, text, author, signedBy: by, ...fileColumns(file), createdAt: scope.now }],
    skipDuplicates: true,
  });
  if (count === 0) return false;
  await notifyAffiliate(
    scope,
    { type: "message_received", affiliateId, leadId, company, by, text },
    { subjectId: id, mailAt: undoEnds(scope.now) },
  );
  await tellMentioned(scope, { id, author, leadId, company, text });
  return true;
}

/**
 * Writes a message of the acting affiliate about one of their leads; staff are notified by a job. Returns whether it
 * was written; see {@link writeNote}.
 * Throws `not_found`, `conversation_full`, `conversation_pace`, `forbidden`.
 */
export async function answerMessage(scope: Scope, input: NewEntry): Promise<boolean> {
  const affiliateId = actingAffiliate(scope);
  const { leadId, text, file } = input;
  const lead = await scope.db.lead.findFirst({ where: { id: leadId, affiliateId }, select: { id: true } });
  if (!lead) throw new DomainError("not_found");
  const id = entryId("message", affiliateId, input);
  requireRoom(await scope.db.leadMessage.count({ where: { leadId } }));
  const recent = { affiliateId, author: null, createdAt: { gt: anHourAgo(scope) } };
  requirePace(await scope.db.leadMessage.count({ where: recent }));
  const { count } = await scope.db.leadMessage
    .createMany({
      data: [{ id, leadId, affiliateId, text, ...fileColumns(file), createdAt: scope.now }],
      skipDuplicates: true,
    })
    .catch(leadIsGone);
  if (count > 0) await scope.enqueue("notice.staff", { type: "message_answered", subject_id: id });
  return count > 0;
}

/** A lead that is deleted or merged at the same moment is gone when the database looks for it. */
function leadIsGone(error: unknown): never {
  throw isOfDeleted(error) ? new DomainError("not_found") : error;
}

/** Returns the acting member's user id. Throws `forbidden` for others, because what is written has an author. */
function actingMember(scope: Scope): string {
  requireStaff(scope);
  const userId = actingUser(scope);
  if (!userId) throw new DomainError("forbidden");
  return userId;
}

/** Identifies what is written by its form and its text: after "back" in the browser, the form can send another text. */
function entryId(
  kind: EntryKind,
  author: string,
  { leadId, text, submissionId }: Pick<NewEntry, "leadId" | "text" | "submissionId">,
): string {
  const typed = JSON.stringify([kind, author, leadId, submissionId, text]);
  const digits = createHash("sha256").update(typed).digest("hex");
  // A version 8 UUID (RFC 9562, 5.8).
  return idOfDigits(`${digits.slice(0, 12)}8${digits.slice(12, 15)}8${digits.slice(15, 30)}`);
}

const fileColumns = (file: NewEntry["file"]) => ({ fileId: file?.id ?? null, fileName: file?.name ?? null });

const anHourAgo = ({ now }: Scope) => new Date(now.getTime() - HOUR_MS);

function requireRoom(there: number): void {
  if (there >= MAX_ENTRIES) throw new DomainError("conversation_full", { max: MAX_ENTRIES });
}

function requirePace(recent: number): void {
  if (recent >= MAX_PER_HOUR) throw new DomainError("conversation_pace", { max: MAX_PER_HOUR });
}

interface Written {
  id: string;
  author: string;
  leadId: string;
  company: string;
  text: string;
}

/** Notifies the mentioned members, except the author. */
async function tellMentioned(scope: Scope, { id, author, leadId, company, text }: Written): Promise<void> {
  if (!text.includes("@")) return;
  const members = await readMembers(scope);
  const mentioned = new Set(mentionsIn(text, members).flatMap(({ ids }) => ids));
  mentioned.delete(author);
  if (mentioned.size === 0) return;
  const by = members.find((member) => member.id === author)?.name ?? "";
  await notifyMentioned(
    scope,
    { type: "mentioned", leadId, company, by, text },
    { subjectId: id, userIds: [...mentioned], mailAt: undoEnds(scope.now) },
  );
}
