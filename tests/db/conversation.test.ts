import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAffiliate } from "~/domain/affiliates/delete-affiliate.server";
import { isOwnFile } from "~/domain/commissions/own-file.server";
import { deleteUnusedFiles } from "~/domain/files/delete-file.server";
import { readConversation, readOwnConversation } from "~/domain/leads/read-conversation.server";
import { readLeadPage } from "~/domain/leads/read-lead-page.server";
import { reassignLeads } from "~/domain/leads/reassign-leads.server";
import { requireOwnMessage, takeBackAnswer, takeBackEntry } from "~/domain/leads/take-back-entry.server";
import { answerMessage, sendMessage, writeNote } from "~/domain/leads/write-entry.server";
import { MAX_ENTRIES, MAX_PER_HOUR } from "~/domain/leads/conversation";
import { changeName } from "~/domain/identity/change-name.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { answered, attachment, noted, sent } from "../factories/conversation";
import { submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let ben: Affiliate;
let leadId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const as = <T>(member: Member, use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, member.actor, use);
const own = <T>(use: (scope: Scope) => Promise<T>, affiliate = ada) => asAffiliate(db.database, org, affiliate, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const code = (expected: string) => expect.objectContaining({ code: expected });
const note = (text: string) => noted(db.database, org, leadId, { text });
const message = (text: string) => sent(db.database, org, { leadId, affiliateId: ada.affiliateId, text });
const answer = (text: string) => answered(db.database, org, ada, leadId, { text });
const shown = async () =>
  (await owner((scope) => readConversation(scope, leadId))).map(({ kind, text }) => [kind, text]);
const ownTexts = async (affiliate = ada) =>
  (await own((scope) => readOwnConversation(scope, leadId), affiliate)).entries.map(({ text }) => text);
/** The type and the receiver of each notification. */
const told = async () =>
  (
    await rows(
      "select type, coalesce(user_id, affiliate_id) as who from notification where type in ('message_received', 'message_answered', 'mentioned') order by type, created_at",
    )
  ).map(({ type, who }: { type: string; who: string }) => [type, who]);

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  ben = await activeAffiliate(db.database, org, { name: "Ben" });
  leadId = await submittedLead(db.database, org, ada, { company_name: "Nord AG" });
  await db.runJobs();
  db.mails.splice(0);
});

describe("[WORK-06] who reads what", () => {
  test("staff read notes and messages, the affiliate only messages, another affiliate nothing", async () => {
    db.at("2026-03-10T12:00:00Z");
    await note("Do not trust them");
    db.at("2026-03-10T12:01:00Z");
    await message("Please call");
    db.at("2026-03-10T12:02:00Z");
    await answer("I did");
    expect(await shown()).toEqual([
      ["note", "Do not trust them"],
      ["message", "Please call"],
      ["message", "I did"],
    ]);
    expect(await ownTexts()).toEqual(["Please call", "I did"]);
    expect(await ownTexts(ben)).toEqual([]);
    const { entries } = await own((scope) => readOwnConversation(scope, leadId));
    const [{ name }] = await rows("select name from app_user where id = $1", org.owner.userId);
    expect(entries.map(({ isOwn, signedBy }) => [isOwn, signedBy])).toEqual([
      [false, name],
      [true, null],
    ]);
  });

  test("whatever the program asks for, an affiliate's transaction has no note and cannot write one", async () => {
    await note("Secret");
    await own(async (scope) => {
      expect(await scope.db.leadNote.findMany()).toEqual([]);
      expect(await scope.db.lead.findFirst({ where: { id: leadId }, include: { leadNotes: true } })).toMatchObject({
        leadNotes: [],
      });
      expect(await scope.db.$queryRaw`select * from lead_note`).toEqual([]);
    });
    const planted = (scope: Scope) =>
      scope.db.leadNote.create({
        data: { id: randomUUID(), leadId, text: "x", author: ada.userId, createdAt: scope.now },
      });
    await expect(own(planted)).rejects.toThrow(/row-level security/);
    await expect(own((scope) => readConversation(scope, leadId))).rejects.toEqual(code("forbidden"));
    await expect(own((scope) => readLeadPage(scope, leadId))).rejects.toEqual(code("forbidden"));
    await expect(own((scope) => writeNote(scope, newEntry("x")))).rejects.toEqual(code("forbidden"));
    const toThemselves = { ...newEntry("x"), affiliateId: ada.affiliateId };
    await expect(own((scope) => sendMessage(scope, toThemselves))).rejects.toEqual(code("forbidden"));
  });

  test("messages stay with their reader when the lead is given to another affiliate", async () => {
    await message("For Ada only");
    await owner((scope) => reassignLeads(scope, { leadIds: [leadId], affiliateId: ben.affiliateId }));
    expect(await ownTexts(ben)).toEqual([]);
    await expect(own((scope) => answerMessage(scope, newEntry("Still there?")))).rejects.toEqual(code("not_found"));
    // The form was opened before.
    await expect(message("You lost it")).rejects.toEqual(code("message_reader_changed"));
    expect(await shown()).toEqual([["message", "For Ada only"]]);
    const stolen = rows("update lead_message set affiliate_id = $1", ben.affiliateId);
    await expect(stolen).rejects.toThrow(/keeps its reader/);
  });

  test("a message cannot be written about another affiliate's lead, nor by an API key", async () => {
    const bens = await submittedLead(db.database, org, ben);
    const foreign = { ...newEntry("x"), leadId: bens };
    await expect(own((scope) => answerMessage(scope, foreign))).rejects.toEqual(code("not_found"));
    const key = { kind: "api_key", keyId: randomUUID(), access: "write", readsDocuments: false } as const;
    const byKey = db.database.withOrg(org.orgId, key, (scope) => writeNote(scope, newEntry("x")));
    await expect(byKey).rejects.toEqual(code("forbidden"));
  });

  test("the messages of a deleted affiliate stay, for staff", async () => {
    await message("Hello");
    await answer("Hi");
    await owner((scope) => deleteAffiliate(scope, ada.affiliateId));
    const page = await owner((scope) => readLeadPage(scope, leadId));
    expect(page.reader).toBeNull();
    expect(page.entries.map(({ text, by, reader }) => [text, by.name, reader])).toEqual([
      ["Hello", expect.any(String), null],
      ["Hi", null, null],
    ]);
  });
});

const newEntry = (text: string) => ({ leadId, text, submissionId: randomUUID(), file: null });

describe("[WORK-06] each receiver is told once", () => {
  test("of a message by the bell at once, and by email when it cannot be taken back any more", async () => {
    const form = { ...newEntry("Please call"), affiliateId: ada.affiliateId };
    expect(await owner((scope) => sendMessage(scope, form))).toBe(true);
    expect(await owner((scope) => sendMessage(scope, form))).toBe(false);
    expect(await told()).toEqual([["message_received", ada.affiliateId]]);
    await db.runJobs();
    expect(db.mails).toEqual([]);
    await rows("update graphile_worker._private_jobs set run_at = run_at - interval '300 seconds'");
    await db.runJobs();
    expect(db.mails.map(({ to }) => to.address)).toEqual([ada.email]);
    expect(db.mails[0]!.text).toContain("Please call");
  });

  test("of an answer: those who have written about the lead, or everybody", async () => {
    const eva = await addMember(db.database, org);
    await answer("First");
    await db.runJobs();
    const all = [org.owner.userId, eva.userId].sort();
    expect((await told()).map(([, who]) => who).sort()).toEqual(all);
    await rows("delete from notification");
    await as(eva, (scope) => writeNote(scope, newEntry("Mine")));
    await answer("Second");
    await db.runJobs();
    await db.runJobs();
    expect(await told()).toEqual([["message_answered", eva.userId]]);
  });

  test("of a mention: the members named, without the author; never an affiliate", async () => {
    const eva = await addMember(db.database, org);
    await db.database.withIdentity((scope) => changeName(scope, eva.userId, { name: "Eva Lang", language: "en" }));
    const [{ name }] = await rows("select name from app_user where id = $1", org.owner.userId);
    await note(`@eva lang and @${name} and @Ada and @Eva Lang: see mail@eva lang`);
    expect(await told()).toEqual([["mentioned", eva.userId]]);
    await message("@Eva Lang will call you");
    expect(await told()).toEqual([
      ["mentioned", eva.userId],
      ["mentioned", eva.userId],
      ["message_received", ada.affiliateId],
    ]);
  });

  test("nobody, if it is taken back", async () => {
    const eva = await addMember(db.database, org);
    await db.database.withIdentity((scope) => changeName(scope, eva.userId, { name: "Eva Lang", language: "en" }));
    await message("Wrong lead, @Eva Lang");
    await answer("Never mind");
    await db.runJobs();
    const [mine, theirs] = await owner((scope) => readConversation(scope, leadId));
    const inTime = await own(async (scope) => ({
      id: theirs!.id,
      affiliateId: await requireOwnMessage(scope, theirs!.id),
    }));
    await owner((scope) => takeBackEntry(scope, { id: mine!.id, kind: "message" }));
    await owner((scope) => takeBackAnswer(scope, inTime));
    expect(await told()).toEqual([]);
    expect(await shown()).toEqual([]);
    await rows("update graphile_worker._private_jobs set run_at = run_at - interval '300 seconds'");
    await db.runJobs();
    expect(db.mails.map(({ subject }) => subject)).toEqual(["Your name was changed"]);
  });
});

describe("[WORK-06] taking back", () => {
  test("is possible for five minutes, and for the author only", async () => {
    const eva = await addMember(db.database, org);
    db.at("2026-03-10T12:00:00Z");
    await note("Oops");
    await answer("Oops too");
    db.at("2026-03-10T12:04:59Z");
    const [{ id }] = await rows("select id from lead_note");
    const [{ id: answerId }] = await rows("select id from lead_message");
    const ofKind = (kind: "note" | "message", entry = id) => ({ id: entry, kind });
    expect((await owner((scope) => readConversation(scope, leadId))).map((one) => one.canTakeBack)).toEqual([
      true,
      false,
    ]);
    for (const [member, entry] of [
      [eva, ofKind("note")],
      [org.owner, ofKind("message")],
      [org.owner, ofKind("message", answerId)],
    ] as const)
      await expect(as(member, (scope) => takeBackEntry(scope, entry))).rejects.toEqual(code("lead_undo_too_late"));
    await expect(own((scope) => requireOwnMessage(scope, id))).rejects.toEqual(code("lead_undo_too_late"));
    await expect(own((scope) => requireOwnMessage(scope, answerId), ben)).rejects.toEqual(code("lead_undo_too_late"));
    await expect(own((scope) => takeBackEntry(scope, ofKind("note")))).rejects.toEqual(code("forbidden"));
    await expect(own((scope) => takeBackAnswer(scope, { id: answerId, affiliateId: ada.affiliateId }))).rejects.toEqual(
      code("forbidden"),
    );
    db.at("2026-03-10T12:05:00Z");
    await expect(owner((scope) => takeBackEntry(scope, ofKind("note")))).rejects.toEqual(code("lead_undo_too_late"));
    await expect(own((scope) => requireOwnMessage(scope, answerId))).rejects.toEqual(code("lead_undo_too_late"));
    db.at("2026-03-10T12:04:59Z");
    await owner((scope) => takeBackEntry(scope, ofKind("note")));
    expect(await shown()).toEqual([["message", "Oops too"]]);
  });
});

describe("[WORK-06] files", () => {
  test("of a note open for staff only, of a message for its affiliate too", async () => {
    const [internal, shared] = [await attachment(db.database, org), await attachment(db.database, org)];
    await noted(db.database, org, leadId, { text: "x", file: internal });
    await sent(db.database, org, { leadId, affiliateId: ada.affiliateId, text: "y", file: shared });
    const may = (id: string, affiliate = ada) => own((scope) => isOwnFile(scope, id), affiliate);
    expect(await may(internal.id)).toBe(false);
    expect(await may(shared.id)).toBe(true);
    expect(await may(shared.id, ben)).toBe(false);
    expect((await owner((scope) => readConversation(scope, leadId))).map(({ file }) => file)).toEqual([
      internal,
      shared,
    ]);
    const weekLater = new Date(Date.now() + 8 * 86_400_000);
    db.at(weekLater);
    expect(await owner(deleteUnusedFiles)).toMatchObject({ deleted: 0 });
  });

  test("go with what is taken back", async () => {
    const file = await attachment(db.database, org);
    await noted(db.database, org, leadId, { text: "x", file });
    const [{ id }] = await rows("select id from lead_note");
    await owner((scope) => takeBackEntry(scope, { id, kind: "note" }));
    expect(await rows("select 1 from file")).toEqual([]);
  });
});

describe("[WORK-06] limits", () => {
  test("of what one person writes in an hour, and of a lead", async () => {
    await rows(
      `insert into lead_note (org_id, id, lead_id, text, author, created_at)
       select $1, gen_random_uuid(), $2, 'x', $3, now() from generate_series(1, $4::int)`,
      org.orgId,
      leadId,
      org.owner.userId,
      MAX_PER_HOUR,
    );
    await expect(note("One more")).rejects.toEqual(code("conversation_pace"));
    await answer("Another person, another table");
    await rows("update lead_note set created_at = now() - interval '61 minutes'");
    await note("Later");
    await rows(
      `insert into lead_message (org_id, id, lead_id, affiliate_id, text, author, created_at)
       select $1, gen_random_uuid(), $2, $3, 'x', $4, now() - interval '1 day' from generate_series(1, $5::int)`,
      org.orgId,
      leadId,
      ada.affiliateId,
      org.owner.userId,
      MAX_ENTRIES,
    );
    await expect(answer("Full")).rejects.toEqual(code("conversation_full"));
    await expect(message("Full")).rejects.toEqual(code("conversation_full"));
  });
});
