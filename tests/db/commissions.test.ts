import { markPaymentPaid } from "~/domain/commissions/pay-commissions.server";
import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { listPayments } from "~/domain/commissions/list-payments.server";
import { totalPayments } from "~/domain/commissions/total-payments.server";
import { tasks } from "../../jobs/tasks";
import { activeAffiliate, asAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase, type FailedJob } from "../support/database";

const db = useDatabase({ each: true });
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  db.at("2026-01-10T12:00:00Z");
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
});

async function rows<T = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<T[]> {
  return (await db.ownerPool.query(sql, values)).rows as T[];
}

const pay = (id: string) => asOwner(db.database, org, (scope) => markPaymentPaid(scope, id));

describe("[COM-02] due, planned, paid", () => {
  async function payments(fields: Record<string, string>) {
    await recurringDeal(db.database, org, affiliate, fields);
    return rows<{ id: string; period: string }>(
      "select id, period_start::text as period from commission_payment order by period_start",
    );
  }
  const states = async () => {
    const all = await asOwner(db.database, org, (scope) => listPayments(scope, "all"));
    return Object.fromEntries(all.rows.map((one) => [one.due, one.state]));
  };

  test.each([
    ["in winter", "Europe/Berlin", "2026-02-28T22:59:59.999Z", "2026-02-28T23:00:00Z", "2026-03-01"],
    ["in summer", "Europe/Berlin", "2026-06-30T21:59:59.999Z", "2026-06-30T22:00:00Z", "2026-07-01"],
    ["west of Greenwich", "America/New_York", "2026-03-01T04:59:59.999Z", "2026-03-01T05:00:00Z", "2026-03-01"],
    ["at the date line", "Pacific/Kiritimati", "2026-02-28T09:59:59.999Z", "2026-02-28T10:00:00Z", "2026-03-01"],
  ])("a month starts at midnight in the organization's time zone: %s", async (_, zone, before, after, period) => {
    await db.ownerPool.query("update organization set time_zone = $1", [zone]);
    const [payment] = await payments({ contract_start_date: period, contract_duration_months: "2" });
    db.at(before);
    expect((await states())[period]).toBe("planned");
    await expect(pay(payment!.id)).rejects.toMatchObject({ code: "payment_not_due" });
    expect(await rows("select 1 from commission_payment where status = 'paid'")).toEqual([]);
    db.at(after);
    expect((await states())[period]).toBe("due");
    expect(await pay(payment!.id)).toBe(true);
    expect((await states())[period]).toBe("paid");
    const [paid] = await rows("select status, paid_date::text from commission_payment where id = $1", payment!.id);
    expect(paid).toEqual({ status: "paid", paid_date: period });
  });

  test("tabs and totals cover all payments", async () => {
    const list = await payments({ contract_start_date: "2026-01-15", contract_duration_months: "6" });
    db.at("2026-04-15T10:00:00Z");
    await pay(list[0]!.id);
    const tab = async (state: Parameters<typeof listPayments>[1]) =>
      (await asOwner(db.database, org, (scope) => listPayments(scope, state))).rows.map((one) => one.due);
    expect(await tab("due")).toEqual(["2026-02-15", "2026-03-15", "2026-04-15"]);
    expect(await tab("planned")).toEqual(["2026-05-15", "2026-06-15"]);
    expect(await tab("paid")).toEqual(["2026-01-15"]);
    expect(await tab("all")).toEqual(list.map((one) => one.period).reverse());
    const eur = (amount: number) => [{ amount, currency: "EUR" }];
    expect(await asOwner(db.database, org, (scope) => totalPayments(scope))).toEqual({
      due: { state: "due", count: 3, amounts: eur(3_000) },
      waiting: { state: "waiting", count: 0, amounts: [] },
      planned: { state: "planned", count: 2, amounts: eur(2_000) },
      paid: { state: "paid", count: 1, amounts: eur(1_000) },
    });
  });

  test("50 clicks on Mark paid cause one change, one audit entry, one notification and one email", async () => {
    const [payment] = await payments({ contract_start_date: "2026-01-01" });
    const answers = await Promise.all(Array.from({ length: 50 }, () => pay(payment!.id)));
    expect(answers.filter(Boolean)).toHaveLength(1);
    expect(await rows("select data, actor from audit_log where action = 'commission.pay'")).toEqual([
      {
        data: { amount: 1_000, currency: "EUR", period: "2026-01-01" },
        actor: `member:${org.owner.userId}`,
      },
    ]);
    const notices = await rows<{ id: string; params: unknown }>(
      "select id, params from notification where type = 'commission_paid'",
    );
    expect(notices).toMatchObject([{ params: { amount: 1_000, currency: "EUR", period: "2026-01-01" } }]);
    const mails = (await db.jobs("mail.notification")).map((job) => job.payload["notification_id"]);
    expect(mails.filter((id) => id === notices[0]!.id)).toHaveLength(1);
  });

  test("a click on the next day does not change the payment date", async () => {
    const [payment] = await payments({ contract_start_date: "2026-01-01" });
    expect(await pay(payment!.id)).toBe(true);
    db.at("2026-01-11T12:00:00Z");
    expect(await pay(payment!.id)).toBe(false);
    const [paid] = await rows("select paid_date::text from commission_payment where id = $1", payment!.id);
    expect(paid).toEqual({ paid_date: "2026-01-10" });
  });

  test("a payment is marked paid even if the notification cannot be written", async () => {
    const [payment] = await payments({ contract_start_date: "2026-01-01" });
    await db.ownerPool.query("alter table notification add constraint broken check (type <> 'commission_paid')");
    expect(await pay(payment!.id)).toBe(true);
    expect(await rows("select 1 from audit_log where action = 'commission.pay'")).toHaveLength(1);
  });

  test("foreign and unknown payments are rejected with not_found, and affiliates with forbidden", async () => {
    const [payment] = await payments({ contract_start_date: "2026-01-01" });
    const foreign = await createOrg(db.database);
    const strange = asOwner(db.database, foreign, (scope) => markPaymentPaid(scope, payment!.id));
    await expect(strange).rejects.toMatchObject({ code: "not_found" });
    await expect(pay(randomUUID())).rejects.toMatchObject({ code: "not_found" });
    const own = asAffiliate(db.database, org, affiliate, (scope) => markPaymentPaid(scope, payment!.id));
    await expect(own).rejects.toMatchObject({ code: "forbidden" });
    expect(await rows("select 1 from commission_payment where status = 'paid'")).toEqual([]);
  });
});

describe("[COM-04] every night", () => {
  const sweep = () => db.ownerPool.query("select graphile_worker.add_job('commissions.sweep', '{}')");

  async function unpaidOrg(): Promise<Org> {
    const one = await createOrg(db.database);
    const partner = await activeAffiliate(db.database, one);
    await withTerms(db.database, one, partner);
    await recurringDeal(db.database, one, partner, { contract_duration_months: "3" });
    return one;
  }
  const paymentsOf = async ({ orgId }: Org) =>
    (await rows("select 1 from commission_payment where org_id = $1", orgId)).length;

  test("queues one job per organization with recurring deals, and a failing one does not stop the others and is retried", async () => {
    const orgs = [await unpaidOrg(), await unpaidOrg(), await unpaidOrg()];
    const broken = orgs[1]!;
    await db.runJobs();
    await db.ownerPool.query(`
      delete from commission_payment;
      create function refuse() returns trigger language plpgsql as $$ begin raise exception 'out of order'; end $$;
      create trigger refuse before insert on commission_payment for each row
        when (new.org_id = '${broken.orgId}') execute function refuse()`);

    await sweep();
    await sweep();
    const failed: FailedJob[] = [];
    await tasks["commissions.sweep"].run({}, db.context);
    const queued = (await db.jobs("commissions.generate")).map((job) => job.payload["org_id"]);
    expect(queued.sort()).toEqual(orgs.map((one) => one.orgId).sort());

    await db.runJobs(failed);
    expect(failed.map((one) => one.task)).toEqual(["commissions.generate"]);
    expect(await Promise.all(orgs.map(paymentsOf))).toEqual([3, 0, 3]);
    expect(await db.jobs()).toMatchObject([
      {
        task: "commissions.generate",
        payload: { org_id: broken.orgId },
        attempts: 1,
        lastError: expect.any(String),
      },
    ]);

    await db.ownerPool.query("drop trigger refuse on commission_payment");
    await db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()");
    await db.runJobs();
    expect(await Promise.all(orgs.map(paymentsOf))).toEqual([3, 3, 3]);
    expect(await db.jobs()).toEqual([]);
  });
});
