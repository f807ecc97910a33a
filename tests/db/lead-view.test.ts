import { noWork } from "~/domain/leads/lead-work";
import { NO_AFFILIATE } from "~/domain/shared/id-digits";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { todayIn } from "~/domain/shared/dates";
import { duplicateOf } from "~/domain/leads/duplicate-of.server";
import { editLead } from "~/domain/leads/edit-lead.server";
import { noFilter, type LeadFilter } from "~/domain/leads/lead-filter";
import { editLeadSchema, moveLeadSchema } from "~/domain/leads/lead.schema";
import { showsLead } from "~/domain/leads/match-leads.server";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLeadHistory } from "~/domain/leads/read-lead-history.server";
import { activeAffiliate, asAffiliate, type Affiliate } from "../factories/affiliates";
import { addedLead, oneTimeDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let other: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  other = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org, { name: "Lena Bauer" });
});

const history = (leadId: string, of = org) => asOwner(db.database, of, (scope) => readLeadHistory(scope, leadId));
const move = (leadId: string, to: "qualified" | "lost", reason: string | null = null) =>
  asOwner(db.database, org, (scope) => moveLead(scope, { leadId, to, reason }));
const owner = async () => {
  const sql = "select name from app_user where id = $1";
  const { rows } = await db.ownerPool.query<{ name: string }>(sql, [org.owner.userId]);
  return { kind: "member", name: rows[0]!.name };
};

describe("[LEAD-10] [LEAD-14] [OPS-06] the history of a lead", () => {
  test("shows who submitted, qualified and won it, in order, to its own organization only", async () => {
    const leadId = await submittedLead(db.database, org, affiliate);
    await move(leadId, "qualified");
    const deal = await oneTimeDeal(db.database, org, affiliate, { lead_id: leadId, title: "Website" });
    expect(await history(leadId, other)).toEqual([]);
    expect(await history(randomUUID())).toEqual([]);
    const by = await owner();
    expect(await history(leadId)).toMatchObject([
      { kind: "submitted", by: { kind: "affiliate", name: "Lena Bauer" }, deal: null },
      { kind: "qualified", by, deal: null },
      { kind: "won", by, deal: { id: deal.id, title: "Website" } },
    ]);
  });

  test("shows which members added, changed and lost it", async () => {
    const leadId = await addedLead(db.database, org, { company_name: "Alpha" });
    const input = editLeadSchema.parse({
      lead_id: leadId,
      company_name: "Alpha AG",
      contact_person: "Ada",
      email: "ada@alpha.example",
      affiliate_id: affiliate.affiliateId,
    });
    await asOwner(db.database, org, (scope) => editLead(scope, input));
    await move(leadId, "lost", "No budget this year");
    expect(await history(leadId, other)).toEqual([]);
    const by = await owner();
    const events = await history(leadId);
    expect(events).toMatchObject([
      { kind: "added", by },
      { kind: "edited", by, data: { fields: "company_name, contact_person, email" } },
      { kind: "lost", by, reason: "No budget this year" },
    ]);
    const { rows } = await db.ownerPool.query<{ updated_at: Date }>("select updated_at from lead where id = $1", [
      leadId,
    ]);
    expect(events.at(-1)!.at).toBe(rows[0]!.updated_at.toISOString());
  });

  test("[LEAD-14] shows what the row contains for a lead from elsewhere", async () => {
    const { rows } = await db.ownerPool.query<{ id: string }>(
      `insert into lead (org_id, company_name, contact_person, email, status, created_at, id, updated_at)
       values ($1, 'Old', 'Otto', 'otto@old.example', 'qualified', '2026-01-02Z', $2, now())
       returning id`,
      [org.orgId, randomUUID()],
    );
    const leadId = rows[0]!.id;
    expect(await history(leadId, other)).toEqual([]);
    expect(await history(leadId)).toEqual([
      { kind: "submitted", at: "2026-01-02T00:00:00.000Z", by: null, deal: null, reason: null, data: {} },
    ]);
  });

  test("[ORG-07] is rejected for affiliates", async () => {
    const leadId = await submittedLead(db.database, org, affiliate);
    await expect(
      asAffiliate(db.database, org, affiliate, (scope) => readLeadHistory(scope, leadId)),
    ).rejects.toMatchObject({ code: "forbidden" });
  });
});

describe("[LEAD-14] the status changes of a lead", () => {
  /** Returns the changes as the affiliate sees them, oldest first. */
  const seenBy = (whose: Affiliate) =>
    asAffiliate(db.database, org, whose, (scope) =>
      scope.db.leadStatusChange.findMany({
        select: { fromStatus: true, toStatus: true, reason: true },
        orderBy: { fromStatus: "asc" },
      }),
    );

  test("are stored with their reason, move with the lead to another affiliate, and stay unchanged", async () => {
    const leadId = await submittedLead(db.database, org, affiliate);
    const second = await activeAffiliate(db.database, org);
    await move(leadId, "qualified");
    await move(leadId, "lost", "Budget is gone");
    const changes = [
      { fromStatus: "new", toStatus: "qualified", reason: null },
      { fromStatus: "qualified", toStatus: "lost", reason: "Budget is gone" },
    ];
    expect(await seenBy(second)).toEqual([]);
    expect(await seenBy(affiliate)).toEqual(changes);
    const input = editLeadSchema.parse({
      lead_id: leadId,
      company_name: "Alpha AG",
      contact_person: "Ada",
      email: "ada@alpha.example",
      affiliate_id: second.affiliateId,
    });
    await asOwner(db.database, org, (scope) => editLead(scope, input));
    expect(await seenBy(affiliate)).toEqual([]);
    expect(await seenBy(second)).toEqual(changes);
    for (const change of ["update lead_status_change set reason = null", "delete from lead_status_change"]) {
      await expect(asOwner(db.database, org, (scope) => scope.db.$executeRawUnsafe(change))).rejects.toMatchObject({
        code: "42501",
      });
    }
  });

  test("have a reason of at most 500 characters only if the lead is lost", () => {
    const fields = { lead_id: randomUUID(), reason: "Too expensive " };
    expect(moveLeadSchema.parse({ ...fields, status: "lost" }).reason).toBe("Too expensive");
    expect(moveLeadSchema.parse({ ...fields, status: "qualified" }).reason).toBeNull();
    expect(moveLeadSchema.parse({ ...fields, reason: "", status: "lost" }).reason).toBeNull();
    const long = moveLeadSchema.safeParse({ ...fields, status: "lost", reason: "x".repeat(501) });
    expect(long.error?.issues[0]?.message).toBe('too_long|{"max":500}');
  });
});

test("[LEAD-12] a lead links to the first one with its address, in its own organization", async () => {
  const email = "same@kunde.example";
  const theirs = await activeAffiliate(db.database, other);
  await submittedLead(db.database, other, theirs, { email });
  const first = await submittedLead(db.database, org, affiliate, { email, company_name: "First" });
  const second = await addedLead(db.database, org, { email });
  const of = (id: string, at = org) => asOwner(db.database, at, (scope) => duplicateOf(scope, { id, email }));
  expect((await of(second, other))?.id).not.toBe(first);
  expect(await of(first)).toBeNull();
  expect(await of(second)).toEqual({
    id: first,
    company: "First",
    status: "new",
    affiliate: "Lena Bauer",
    affiliateId: affiliate.affiliateId,
    createdOn: todayIn("Europe/Berlin", new Date()),
  });
});

test("[LEAD-01] a view reports whether its filters hide a lead", async () => {
  const id = await submittedLead(db.database, org, affiliate, { company_name: "Bäckerei Süd" });
  const { affiliateId } = affiliate;
  const lead = { id, status: "new" as const, affiliateId, work: noWork };
  const view = { tab: "pipeline" as const, status: null, filter: noFilter };
  const shows = (filter: Partial<LeadFilter>, change: object = {}, of = org) =>
    asOwner(db.database, of, (scope) =>
      showsLead(scope, { ...view, filter: { ...noFilter, ...filter }, ...change }, lead),
    );
  expect(await shows({ search: "sud" }, {}, other)).toBe(false);
  expect(await shows({})).toBe(true);
  expect(await shows({ search: "sud" })).toBe(true);
  expect(await shows({ search: "nord" })).toBe(false);
  expect(await shows({ affiliate: affiliateId })).toBe(true);
  expect(await shows({ affiliate: NO_AFFILIATE })).toBe(false);
  expect(await shows({}, { status: "new" })).toBe(true);
  expect(await shows({}, { status: "qualified" })).toBe(false);
  expect(await shows({ search: "nord" }, { tab: "archive" })).toBe(true);
});
