import { beforeEach, describe, expect, test } from "vitest";
import { activateAffiliate } from "~/domain/affiliates/activate-affiliate.server";
import { submitLeadSchema } from "~/domain/leads/lead.schema";
import { moveLead } from "~/domain/leads/move-lead.server";
import { submitLead } from "~/domain/leads/submit-lead.server";
import { countUnread } from "~/domain/notifications/count-unread.server";
import { listNotices } from "~/domain/notifications/list-notices.server";
import { markAllRead, markRead } from "~/domain/notifications/mark-read.server";
import { notifyStaff } from "~/domain/notifications/notify-staff.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { termsSchema } from "~/domain/terms/term.schema";
import type { Scope } from "~/domain/shared/scope";
import { tasks } from "../../jobs/tasks";
import { activeAffiliate, asAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal } from "../factories/deals";
import { addMember, asOwner, createOrg, type Member, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let member: Member;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database, { name: "Nordlicht" });
  member = await addMember(db.database, org);
  affiliate = await activeAffiliate(db.database, org, { name: "Ada" });
  await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
  await db.runJobs();
  db.mails.splice(0);
});

const asMember = <T>(who: Member, use: (scope: Scope) => Promise<T>) => db.database.withOrg(org.orgId, who.actor, use);
const inPortal = <T>(use: (scope: Scope) => Promise<T>, who = affiliate) => asAffiliate(db.database, org, who, use);
/** Submits a lead as the affiliate, which notifies staff. */
const submitted = (fields: Record<string, string> = {}) =>
  inPortal((scope) =>
    submitLead(
      scope,
      submitLeadSchema.parse({
        company_name: "ACME",
        contact_person: "Eva",
        email: "eva@a.example",
        ...fields,
      }),
    ),
  );
const notices = async (scope: Scope) => (await listNotices(scope, {})).rows;
const receivers = () => db.mails.map((mail) => mail.to.address).sort();

describe("[NOT-01] staff are notified", () => {
  test("of a lead that an affiliate submits, once each, with one email", async () => {
    const id = await submitted({ company_name: "Müller AG" });
    await db.runJobs();
    for (const who of [org.owner, member]) {
      expect(await asMember(who, notices)).toMatchObject([
        {
          isRead: false,
          notice: { type: "lead_created", leadId: id, company: "Müller AG", affiliate: "Ada" },
        },
      ]);
    }
    expect(receivers()).toEqual([org.owner.email, member.email].sort());
    expect(db.mails[0]!.subject).toBe("New lead: Müller AG");
    expect(db.mails[0]!.text).toContain(`/leads/${id}`);
    // The affiliate has caused it and is not notified.
    expect(await inPortal(notices)).toEqual([]);
  });

  test("neither of leads that they add themselves, nor twice of a form posted twice", async () => {
    await addedLead(db.database, org);
    await db.runJobs();
    expect(await asMember(member, notices)).toEqual([]);
    const form = {
      submission_id: "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c",
      company_name: "A",
      email: "a@a.example",
    };
    const twice = { ...form, contact_person: "Eva" };
    await submitted(twice);
    await submitted(twice);
    await db.runJobs();
    expect(await asMember(member, notices)).toHaveLength(1);
  });

  test("once of an accepted invitation", async () => {
    const invited = await invitedAffiliate(db.database, org, { name: "Bob" });
    for (let time = 0; time < 2; time++) {
      await asOwner(db.database, org, (scope) => activateAffiliate(scope, invited.affiliateId));
      await db.runJobs();
    }
    expect(await asMember(member, notices)).toMatchObject([
      { notice: { type: "affiliate_joined", joinedId: invited.affiliateId, affiliate: "Bob" } },
    ]);
    expect(receivers()).toEqual([invited.email, member.email, org.owner.email].sort());
  });

  test("only while they are members", async () => {
    const subjectId = await submitted();
    await asOwner(db.database, org, async (scope) => {
      await notifyStaff(scope, { type: "lead_created", subjectId });
      await scope.db.membership.deleteMany({ where: { userId: member.userId } });
    });
    await db.runJobs();
    expect(receivers()).toEqual([org.owner.email]);
  });
});

describe("[NOT-01] affiliates are notified", () => {
  test("of a lost lead, with the reason", async () => {
    const leadId = await submitted({ company_name: "Müller AG" });
    await db.runJobs();
    db.mails.splice(0);
    // Long enough ago that it can no longer be undone; until then the email waits.
    db.at("2026-03-20T12:00:00Z");
    await asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to: "lost", reason: "No budget" }));
    await db.runJobs();
    expect(await inPortal(notices)).toMatchObject([
      { notice: { type: "lead_lost", leadId, company: "Müller AG", reason: "No budget" } },
    ]);
    expect(db.mails[0]!.text).toContain("Reason: No budget");
    expect(db.mails[0]!.text).toContain(`/affiliate/leads/${leadId}`);
    expect(db.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [affiliate.email, "Müller AG did not become a deal"],
    ]);
  });

  const save = (fields: Record<string, string>) =>
    asOwner(db.database, org, async (scope) =>
      saveTerms(
        scope,
        termsSchema(null, "en").parse({
          affiliate_id: affiliate.affiliateId,
          model: "rev_share",
          rev_share_percent: "10",
          start_date: await scope.today(),
          ...fields,
        }),
      ),
    );

  test("of changes in their terms and their start, in one notification and one email", async () => {
    db.at("2026-12-01T10:00:00Z");
    await save({ rev_share_percent: "12.5", start_date: "2027-01-01" });
    await db.runJobs();
    const [row, ...more] = await inPortal(notices);
    expect(more).toEqual([]);
    expect(row!.notice).toMatchObject({
      type: "terms_changed",
      before: { revShareBp: 1000 },
      after: { revShareBp: 1250, startDate: "2027-01-01" },
    });
    expect(db.mails.map(({ to, subject }) => [to.address, subject])).toEqual([
      [affiliate.email, "Your terms change from Jan 1, 2027"],
    ]);
    for (const part of [db.mails[0]!.text, db.mails[0]!.html]) expect(part).toContain("10% → 12.5%");
    expect(db.mails[0]!.text).not.toContain("Cadence");
    expect(db.mails[0]!.text).toContain("/affiliate/terms");
  });

  test("of their first terms, and not of unchanged ones", async () => {
    affiliate = await activeAffiliate(db.database, org);
    await db.runJobs();
    db.mails.splice(0);
    await save({ rev_share_percent: "20" });
    await save({ rev_share_percent: "20" });
    await db.runJobs();
    expect((await inPortal(notices)).map(({ notice }) => notice)).toMatchObject([{ before: null }]);
    expect(db.mails.map(({ subject }) => subject)).toEqual(["Your terms with Nordlicht"]);
    expect(db.mails[0]!.text).toContain("Revenue share\n20%");
  });
});

describe("[NOT-01] notifications", () => {
  test("are marked read one by one or all, and are private to each person", async () => {
    const other = await activeAffiliate(db.database, org);
    await oneTimeDeal(db.database, org, affiliate);
    await oneTimeDeal(db.database, org, affiliate);
    await submitted();
    await db.runJobs();
    const [first] = await inPortal(notices);
    expect(await inPortal(countUnread)).toBe(2);
    expect(await inPortal((scope) => markRead(scope, first!.id), other)).toBeNull();
    expect(await asMember(member, (scope) => markRead(scope, first!.id))).toBeNull();
    const [staffs] = await asMember(org.owner, notices);
    expect(await asMember(member, (scope) => markRead(scope, staffs!.id))).toBeNull();
    expect(await inPortal((scope) => markRead(scope, staffs!.id))).toBeNull();
    expect(await inPortal(countUnread)).toBe(2);

    expect(await inPortal((scope) => markRead(scope, first!.id))).toMatchObject({ type: "deal_created" });
    expect(await inPortal(countUnread)).toBe(1);
    await inPortal(markAllRead, other);
    const theirs = await asMember(member, countUnread);
    await asMember(org.owner, markAllRead);
    expect(await asMember(org.owner, countUnread)).toBe(0);
    expect(await asMember(member, countUnread)).toBe(theirs);
    expect(await inPortal(countUnread)).toBe(1);
    await inPortal(markAllRead);
    expect(await inPortal(countUnread)).toBe(0);
  });

  test("are counted up to a hundred by the bell", async () => {
    await db.ownerPool.query(
      `insert into notification (org_id, id, user_id, type, params)
       select $1, gen_random_uuid(), $2, 'lead_created', '{}' from generate_series(1, 150)`,
      [org.orgId, member.userId],
    );
    expect(await asMember(member, countUnread)).toBe(100);
  });

  test("are deleted three months after they were read", async () => {
    await oneTimeDeal(db.database, org, affiliate);
    await oneTimeDeal(db.database, org, affiliate);
    const [first] = await inPortal(notices);
    await inPortal((scope) => markRead(scope, first!.id));
    await tasks["identity.prune"].run({}, db.context);
    expect(await inPortal(notices)).toHaveLength(2);
    await db.ownerPool.query("update notification set read_at = now() - interval '91 days' where read_at is not null");
    await tasks["identity.prune"].run({}, db.context);
    expect((await inPortal(notices)).map(({ id }) => id)).not.toContain(first!.id);
    expect(await inPortal(notices)).toHaveLength(1);
  });
});
