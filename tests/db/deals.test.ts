import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { generatePayments } from "~/domain/deals/generate-payments.server";
import { createDeal } from "~/domain/deals/create-deal.server";
import { createDealSchema, type NewDeal } from "~/domain/deals/deal.schema";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
});

const monthly = {
  deal_type: "recurring",
  mrr: "250",
  contract_duration_months: "6",
  contract_start_date: "2026-08-31",
};
const once = { deal_type: "one-time", amount: "1000", close_date: "2026-03-01" };

async function form(fields: Record<string, string>): Promise<NewDeal> {
  const lead_id = fields["lead_id"] ?? (await submittedLead(db.database, org, affiliate));
  return createDealSchema.parse({ title: "Deal", ...fields, lead_id });
}

const create = (input: NewDeal) => asOwner(db.database, org, (scope) => createDeal(scope, input));

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

/** Reads everything that winning a deal writes, and the jobs queued since `jobs` were counted. */
async function traces(input: NewDeal) {
  const [lead] = await rows<{ status: string }>("select status from lead where id = $1", input.leadId);
  return {
    lead: lead!.status,
    deals: (await rows("select 1 from deal where lead_id = $1", input.leadId)).length,
    payments: (await rows("select 1 from commission_payment")).length,
    notices: (await rows("select 1 from notification where type = 'deal_created'")).length,
    audit: (await rows("select 1 from audit_log where action = 'deal.create'")).length,
    mails: (await db.jobs("mail.notification")).length,
    events: (await db.jobs("webhook.emit")).filter((job) => job.payload["event"] === "deal.created").length,
  };
}

const everything = { lead: "converted", deals: 1, payments: 6, notices: 1, audit: 1, mails: 1, events: 1 };

/** Makes inserts into a table fail from now on. */
async function breakInserts(table: string, when = "true"): Promise<void> {
  await db.ownerPool.query(`
    create function public.refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
    create trigger refuse before insert on ${table} for each row when (${when}) execute function public.refuse()`);
}

const repair = (table: string) => db.ownerPool.query(`drop trigger refuse on ${table}; drop function public.refuse()`);

describe("[LEAD-07] the commission calculated from the active terms", () => {
  async function won(fields: Record<string, string>) {
    const { id, commission } = await create(await form(fields));
    const [deal] = await rows("select * from deal where id = $1", id);
    return { commission, deal: deal! };
  }

  test("is 0 without terms and for a lead without an affiliate", async () => {
    const { commission, deal } = await won(monthly);
    expect(commission).toMatchObject({ rule: "none", terms: null, result: { amount: 0, currency: "EUR" } });
    expect(deal).toMatchObject({ commission_amount: "0", term_id: null });

    await withTerms(db.database, org, affiliate);
    const lead_id = await submittedLead(db.database, org, affiliate);
    await db.ownerPool.query("update lead set affiliate_id = null where id = $1", [lead_id]);
    const alone = await won({ ...monthly, lead_id });
    expect(alone.commission.rule).toBe("none");
    expect(alone.deal).toMatchObject({ affiliate_id: null, commission_amount: "0", term_id: null });
  });

  test("is a percentage of the amount, or of the MRR of a recurring deal", async () => {
    const termId = await withTerms(db.database, org, affiliate, { rev_share_percent: "12,5" });
    const single = await won({ ...once, amount: "999,99" });
    expect(single.deal).toMatchObject({ amount: "99999", commission_amount: "12500", term_id: termId });
    expect(single.commission).toMatchObject({ per: "deal", base: { amount: 99_999 }, revShareBp: 1_250 });
    const repeated = await won({ ...monthly, mrr: "99,99" });
    expect(repeated.deal).toMatchObject({ amount: "59994", mrr: "9999", commission_amount: "1250" });
    expect(repeated.commission).toMatchObject({
      per: "month",
      base: { amount: 9_999 },
      terms: { version: 1 },
    });
  });

  test("is the fixed amount of terms with both, in their currency", async () => {
    const both = { model: "both", rev_share_percent: "50", fixed_amount: "20", currency: "CHF" };
    await withTerms(db.database, org, affiliate, both);
    const { deal, commission } = await won({ ...once, currency: "USD" });
    expect(deal).toMatchObject({ currency: "USD", commission_amount: "2000", commission_currency: "CHF" });
    expect(commission.rule).toBe("fixed");
  });

  test("[COM-07] has a stored trace that equals the returned one and outlives the terms", async () => {
    await withTerms(db.database, org, affiliate, { rev_share_percent: "10" });
    const { id, commission } = await create(await form(monthly));
    const look = () => rows("select commission_amount, commission_trace, term_id from deal where id = $1", id);
    const stored = await look();
    expect(stored).toMatchObject([{ commission_amount: "2500", commission_trace: { ...commission } }]);

    await withTerms(db.database, org, affiliate, { rev_share_percent: "90" });
    await asOwner(db.database, org, (scope) => generatePayments(scope));
    expect(await look()).toEqual(stored);
    expect(await rows("select distinct amount from commission_payment")).toEqual([{ amount: "2500" }]);
    expect((await won(once)).deal).toMatchObject({ commission_amount: "90000" });
  });
});

describe("[LEAD-08] winning a deal is one transaction", () => {
  beforeEach(async () => {
    await withTerms(db.database, org, affiliate);
  });

  test("writes deal, lead, payments, notification, email, event and audit entry together", async () => {
    const input = await form(monthly);
    const { id, paymentsGenerated, repeated } = await create(input);
    expect({ paymentsGenerated, repeated }).toEqual({ paymentsGenerated: true, repeated: false });
    expect(await traces(input)).toEqual(everything);

    const [notice] = await rows<{ id: string }>("select * from notification where type = 'deal_created'");
    expect(notice).toMatchObject({
      affiliate_id: affiliate.affiliateId,
      params: { deal: "Deal", amount: 2_500, currency: "EUR", period: null },
    });
    const [mail] = await db.jobs("mail.notification");
    expect(mail!.payload).toEqual({ org_id: org.orgId, notification_id: notice!.id });
    const events = (await db.jobs("webhook.emit")).map((job) => job.payload);
    expect(events).toContainEqual({
      org_id: org.orgId,
      event: "deal.created",
      event_id: expect.any(String),
      timestamp: expect.any(String),
      deal_id: id,
    });
    expect(await rows("select actor, entity_id from audit_log where action = 'deal.create'")).toEqual([
      { actor: `member:${org.owner.userId}`, entity_id: id },
    ]);
  });

  test("creates no monthly payments for a one-time deal", async () => {
    const input = await form(once);
    await create(input);
    expect(await traces(input)).toEqual({ ...everything, payments: 0 });
  });

  test("keeps the deal and reports it if payments cannot be generated, and a later run creates them", async () => {
    await breakInserts("commission_payment");
    const input = await form({ ...monthly, submission_id: randomUUID() });
    expect(await create(input)).toMatchObject({ paymentsGenerated: false, repeated: false });
    expect(await traces(input)).toEqual({ ...everything, payments: 0 });
    // After a double click the second response is the visible one.
    expect(await create(input)).toMatchObject({ paymentsGenerated: false, repeated: true });

    await repair("commission_payment");
    const generated = await asOwner(db.database, org, (scope) => generatePayments(scope));
    expect(generated).toEqual({ created: 6, deals: 1 });
    expect(await traces(input)).toEqual(everything);
    expect(await create(input)).toMatchObject({ paymentsGenerated: true, repeated: true });
  });

  test("keeps the deal without notification and email if the notification cannot be written", async () => {
    await breakInserts("notification");
    const input = await form(monthly);
    expect(await create(input)).toMatchObject({ paymentsGenerated: true });
    expect(await traces(input)).toEqual({ ...everything, notices: 0, mails: 0 });
  });

  test("keeps the deal but not the notification if the email cannot be queued", async () => {
    const [task] = await rows<{ id: number }>(
      "insert into graphile_worker._private_tasks (identifier) values ('mail.notification') returning id",
    );
    await breakInserts("graphile_worker._private_jobs", `new.task_id = ${task!.id}`);
    const input = await form(monthly);
    expect(await create(input)).toMatchObject({ paymentsGenerated: true });
    expect(await traces(input)).toEqual({ ...everything, notices: 0, mails: 0 });
  });

  test("keeps the deal if the webhook cannot be queued", async () => {
    const input = await form(monthly);
    const [task] = await rows<{ id: number }>(
      "select id from graphile_worker._private_tasks where identifier = 'webhook.emit'",
    );
    await breakInserts("graphile_worker._private_jobs", `new.task_id = ${task!.id}`);
    await create(input);
    expect(await traces(input)).toEqual({ ...everything, events: 0 });
  });

  test("keeps the deal if all three fail", async () => {
    const input = await form(monthly);
    await breakInserts("notification");
    for (const table of ["commission_payment", "graphile_worker._private_jobs"]) {
      await db.ownerPool.query(
        `create trigger refuse before insert on ${table} for each row execute function refuse()`,
      );
    }
    expect(await create(input)).toMatchObject({ paymentsGenerated: false });
    expect(await traces(input)).toEqual({ ...everything, payments: 0, notices: 0, mails: 0, events: 0 });
  });

  test("leaves and queues nothing if the transaction fails later", async () => {
    const input = await form(monthly);
    const attempt = asOwner(db.database, org, async (scope) => {
      await createDeal(scope, input);
      throw new Error("power cut");
    });
    await expect(attempt).rejects.toThrow("power cut");
    expect(await traces(input)).toEqual({
      lead: "new",
      deals: 0,
      payments: 0,
      notices: 0,
      audit: 0,
      mails: 0,
      events: 0,
    });
    // It can be repeated.
    await create(input);
    expect(await traces(input)).toEqual(everything);
  });

  test("leaves the lead open if the deal cannot be stored", async () => {
    await breakInserts("deal");
    const input = await form(monthly);
    await expect(create(input)).rejects.toThrow();
    expect(await traces(input)).toMatchObject({ lead: "new", notices: 0, mails: 0, events: 0 });
  });

  test("happens once per lead", async () => {
    const input = await form(once);
    await create(input);
    await expect(create(input)).rejects.toMatchObject({ code: "lead_not_open" });
    expect(await traces(input)).toEqual({ ...everything, payments: 0 });
  });

  test("rejects foreign and unknown leads with not_found, and affiliates with forbidden", async () => {
    const input = await form(once);
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => createDeal(scope, input));
    await expect(strange).rejects.toMatchObject({ code: "not_found" });
    await expect(create({ ...input, leadId: randomUUID() })).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, affiliate, (scope) => createDeal(scope, input));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await traces(input)).toMatchObject({ lead: "new", deals: 0 });
  });
});

describe("M5: the same form posted again", () => {
  beforeEach(async () => {
    await withTerms(db.database, org, affiliate);
  });

  test("20 times concurrently creates one deal, and each response returns it", async () => {
    const input = await form({ ...monthly, submission_id: randomUUID() });
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(input)));
    expect(new Set(answers.map((answer) => answer.id)).size).toBe(1);
    expect(answers.filter((answer) => !answer.repeated)).toHaveLength(1);
    for (const { commission, paymentsGenerated } of answers) {
      expect({ commission, paymentsGenerated }).toEqual({
        commission: answers[0]!.commission,
        paymentsGenerated: true,
      });
    }
    expect(await traces(input)).toEqual(everything);
  });

  test.each([monthly, once])("later creates nothing: %j", async (fields) => {
    const input = await form({ ...fields, submission_id: randomUUID() });
    const first = await create(input);
    const before = await traces(input);
    // Nothing is missing, so there is no warning.
    expect(await create(input)).toEqual({ ...first, repeated: true, paymentsGenerated: true });
    expect(await traces(input)).toEqual(before);
  });

  test("in another organization with the same id is another submission", async () => {
    const submission_id = randomUUID();
    const mine = await create(await form({ ...once, submission_id }));
    const other = await createOrg(db.database);
    const theirs = await recurringDeal(db.database, other, await activeAffiliate(db.database, other), {
      submission_id,
    });
    expect(theirs.repeated).toBe(false);
    expect(theirs.id).not.toBe(mine.id);
  });
});
