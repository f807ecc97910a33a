import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { eraseAffiliate } from "~/domain/affiliates/erase-affiliate.server";
import { eraseLead } from "~/domain/leads/erase-lead.server";
import { readLeadPage } from "~/domain/leads/read-lead-page.server";
import { sendMessage } from "~/domain/leads/write-entry.server";
import { eraseMember } from "~/domain/members/erase-member.server";
import type { Scope } from "~/domain/shared/scope";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { answered, attachment, noted, sent } from "../factories/conversation";
import { submittedLead } from "../factories/deals";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let ada: Affiliate;
let leadId: string;

const owner = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, org, use);
const rows = async (text: string, ...values: unknown[]) => (await db.ownerPool.query(text, values)).rows;
const code = (expected: string) => expect.objectContaining({ code: expected });

beforeEach(async () => {
  org = await createOrg(db.database);
  ada = await activeAffiliate(db.database, org, { name: "Ada" });
  leadId = await submittedLead(db.database, org, ada);
  await db.runJobs();
});

describe("[WORK-06] [OPS-05] erasing", () => {
  test("a contact deletes the files about the lead, and the name in notes, messages and notifications", async () => {
    const { contactPerson, email } = await owner((scope) => scope.db.lead.findFirstOrThrow());
    const person = `${contactPerson} <${email}>`;
    await noted(db.database, org, leadId, { text: person, file: await attachment(db.database, org) });
    await sent(db.database, org, { leadId, affiliateId: ada.affiliateId, text: person });
    await answered(db.database, org, ada, leadId, { text: person, file: await attachment(db.database, org) });
    await db.runJobs();
    const input = { name: contactPerson, company: false, others: false, nobody: "Nobody" };
    await owner((scope) => eraseLead(scope, leadId, input));
    expect(await rows("select 1 from file")).toEqual([]);
    await rows("update graphile_worker._private_jobs set run_at = run_at - interval '300 seconds'");
    await db.runJobs();
    const written = await rows("select text from lead_note union all select text from lead_message");
    const notices = await rows("select params::text as text from notification where type like 'message_%'");
    expect(written).toHaveLength(3);
    expect(notices.length).toBeGreaterThan(1);
    const all = JSON.stringify([written, notices]);
    expect(all).toContain("Nobody");
    expect(all).not.toContain(contactPerson);
    expect(all).not.toContain(email);
  });

  test("an affiliate deletes the files they have sent, a member the name below their messages", async () => {
    const [theirs, ours] = [await attachment(db.database, org), await attachment(db.database, org)];
    await answered(db.database, org, ada, leadId, { text: "x", file: theirs });
    const eva = await addMember(db.database, org);
    const toAda = { leadId, text: "y", submissionId: randomUUID(), affiliateId: ada.affiliateId, file: ours };
    await db.database.withOrg(org.orgId, eva.actor, (scope) => sendMessage(scope, toAda));
    await rows("update app_user set name = 'Eva Married' where id = $1", eva.userId);
    await owner((scope) => eraseAffiliate(scope, ada.affiliateId, { name: "Ada", nobody: "Nobody" }));
    await owner((scope) => eraseMember(scope, eva.userId, { name: "Eva Married", nobody: "Somebody" }));
    expect(await rows("select id from file")).toEqual([{ id: ours.id }]);
    expect(await rows("select signed_by from lead_message where author is not null")).toEqual([
      { signed_by: "Somebody" },
    ]);
    expect((await owner((scope) => readLeadPage(scope, leadId))).reader).toBeNull();
    await expect(owner((scope) => sendMessage(scope, toAda))).rejects.toEqual(code("message_reader_changed"));
  });
});
