import { beforeEach, expect, test } from "vitest";
import { formatDay, todayIn } from "~/domain/shared/dates";
import { notifyPaymentFailed, notifyTrialEnding } from "~/domain/subscriptions/notify-billing.server";
import { RETENTION_DAYS } from "~/domain/subscriptions/subscription";
import { tasks } from "../../jobs/tasks";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { customerOf, payWithoutEvents, changeWithoutEvents } from "../factories/subscriptions";
import { useDatabase } from "../support/database";

const db = useDatabase({ stripe: true });
const DAY = 86_400_000;
let org: Org;

beforeEach(async () => {
  org = await createOrg(db.database, { trial: true });
  await addMember(db.database, org);
  db.mails.splice(0);
});

const trialEnd = async () => {
  const { rows } = await db.ownerPool.query<{ at: Date }>(
    "select trial_ends_at as at from organization where org_id = $1",
    [org.orgId],
  );
  return rows[0]!.at.getTime();
};

/** Runs the notification of the trial at a time before its end, and returns the subjects of the emails. */
async function told(beforeEnd: number): Promise<string[]> {
  db.at(new Date((await trialEnd()) - beforeEnd));
  await db.database.withOrg(org.orgId, { kind: "job", name: "trial.tell" }, notifyTrialEnding, "subscription");
  await db.runJobs();
  db.at(null);
  return db.mails.splice(0).map(({ to, subject }) => {
    expect(to.address).toBe(org.owner.email);
    return subject;
  });
}

test("[BIL-01] owners are notified two days before the trial ends and when it has ended, once each", async () => {
  expect(await told(3 * DAY)).toEqual([]);
  expect(await told(2 * DAY)).toEqual([expect.stringMatching(/^Your free trial ends on/)]);
  expect(await told(DAY)).toEqual([]);
  expect(await told(-1)).toEqual(["Your free trial has ended"]);
  expect(await told(-DAY)).toEqual([]);
});

test.each([0, 20])(
  "[BIL-01] [BIL-06] the email about the end of a trial names the end of the retention period, extended by %d days",
  async (longer) => {
    const last = new Date((await trialEnd()) + (30 + longer) * DAY);
    if (longer > 0)
      await db.ownerPool.query("update organization set kept_until = $2 where org_id = $1", [org.orgId, last]);
    db.at(new Date((await trialEnd()) + 1));
    const job = { kind: "job", name: "trial.tell" } as const;
    await db.database.withOrg(org.orgId, job, notifyTrialEnding, "subscription");
    await db.runJobs();
    db.at(null);
    const day = formatDay(todayIn("Europe/Berlin", last), "en");
    expect(db.mails.splice(0).map(({ text }) => text)).toEqual([
      expect.stringContaining(
        `We keep your data until ${day}. After that it is deleted for good, except issued documents`,
      ),
    ]);
  },
);

test("[BIL-01] a trial that ended long ago or was followed by a subscription is not notified", async () => {
  expect(await told(-4 * DAY)).toEqual([]);
  await payWithoutEvents(db, org);
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  expect(await told(DAY)).toEqual([]);
});

test("[BIL-05] a failed payment is notified once per invoice, and not if it was paid since", async () => {
  await payWithoutEvents(db, org);
  const customer = await customerOf(db, org);
  const fail = async (event: string, invoice: string) => {
    await db.ownerPool.query(
      "insert into stripe_event (id, type, customer_id, object_id) values ($1, 'invoice.payment_failed', $2, $3)",
      [event, customer, invoice],
    );
    await tasks["stripe.event"].run({ event_id: event }, db.context);
    await db.runJobs();
    return db.mails.splice(0).map(({ subject }) => subject);
  };
  expect(await fail("evt_1", "in_1")).toEqual([]);
  await changeWithoutEvents(db, org, "fail");
  expect(await fail("evt_2", "in_2")).toEqual(["A payment for Finderlohn has failed"]);
  expect(await fail("evt_3", "in_2")).toEqual([]);
  expect(await fail("evt_4", "in_3")).toHaveLength(1);
  const { rows } = await db.ownerPool.query("select distinct user_id from notification where type = 'billing'");
  expect(rows).toContainEqual({ user_id: org.owner.userId });
  await changeWithoutEvents(db, org, "settle");
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  await asOwner(db.database, org, (scope) => notifyPaymentFailed(scope, "in_4"));
  await db.runJobs();
  expect(db.mails).toEqual([]);
});

/** Handles an event of Stripe and returns its emails. */
async function tellOf(event: string, type: string) {
  await db.ownerPool.query("insert into stripe_event (id, type, customer_id, object_id) values ($1, $2, $3, 'sub_1')", [
    event,
    type,
    await customerOf(db, org),
  ]);
  await tasks["stripe.event"].run({ event_id: event }, db.context);
  await db.runJobs();
  return db.mails.splice(0);
}

/** Creates a subscription whose trial ended long ago. */
async function subscribed(): Promise<void> {
  await payWithoutEvents(db, org);
  await db.ownerPool.query("update organization set trial_ends_at = now() - interval '9 days' where org_id = $1", [
    org.orgId,
  ]);
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  await db.runJobs();
  db.mails.splice(0);
}

/** Returns the dates in an English email. */
const daysIn = (text: string) => text.match(/[A-Z][a-z]+ \d{1,2}, \d{4}/g);

test.each([
  ["canceled", ["end"], "Your Finderlohn subscription has ended", "The subscription was canceled."],
  [
    "not paid",
    ["fail", "end"],
    "Your Finderlohn subscription has ended: payment failed",
    "The subscription has ended because a payment could not be collected.",
  ],
] as const)(
  "[BIL-04] [BIL-06] a subscription that ends because it was %s is notified immediately, with the deletion date and the same reason in the warnings",
  async (_why, steps, subject, reason) => {
    await subscribed();
    for (const step of steps) await changeWithoutEvents(db, org, step);
    const event = `evt_over_${steps.length}`;
    const mails = await tellOf(event, "customer.subscription.deleted");
    expect(mails.map((mail) => [mail.to.address, mail.subject])).toEqual([[org.owner.email, subject]]);
    const lastDay = formatDay(todayIn("Europe/Berlin", new Date(Date.now() + RETENTION_DAYS * DAY)), "en");
    expect(daysIn(mails[0]!.text)).toEqual([lastDay]);
    expect(mails[0]!.text).toContain(`/in/${org.orgId}/settings/subscription`);
    // Notified once: neither another event nor the nightly check notifies again.
    expect(await tellOf(`${event}_again`, "customer.subscription.updated")).toEqual([]);
    await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
    await db.runJobs();
    expect(db.mails).toEqual([]);

    db.at(new Date(Date.now() + (RETENTION_DAYS - 7) * DAY + 3_600_000));
    await db.ownerPool.query(
      "select graphile_worker.add_job('retention.check', json_build_object('org_id', $1::text))",
      [org.orgId],
    );
    await db.runJobs();
    db.at(null);
    const [warning] = db.mails.splice(0);
    expect(warning!.subject).toContain("your data will be deleted");
    expect(warning!.text).toContain(`${org.name} is paused. ${reason} We keep the data until ${lastDay}.`);
  },
);

test("[BIL-06] the warning after a trial without a plan says that the trial has ended", async () => {
  await db.ownerPool.query("update organization set trial_ends_at = now() - interval '23 days' where org_id = $1", [
    org.orgId,
  ]);
  await db.ownerPool.query("select graphile_worker.add_job('retention.check', json_build_object('org_id', $1::text))", [
    org.orgId,
  ]);
  await db.runJobs();
  expect(db.mails.map(({ text }) => text)).toEqual([
    expect.stringContaining(`${org.name} is paused. The free trial has ended. We keep the data until`),
  ]);
});

test("[BIL-04] an end within the trial or of a renewed subscription is not notified", async () => {
  await payWithoutEvents(db, org);
  await changeWithoutEvents(db, org, "end");
  expect(await tellOf("evt_early", "customer.subscription.deleted")).toEqual([]);
  await subscribed();
  expect(await tellOf("evt_late", "customer.subscription.deleted")).toEqual([]);
});

test("[BIL-04] the nightly check notifies of an end without an event, unless it was long ago", async () => {
  await subscribed();
  await changeWithoutEvents(db, org, "end");
  db.at(new Date(Date.now() + DAY));
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  await db.runJobs();
  expect(db.mails.splice(0)).toHaveLength(1);
  const late = await createOrg(db.database, { trial: true });
  org = late;
  await subscribed();
  await changeWithoutEvents(db, org, "end");
  db.at(new Date(Date.now() + 4 * DAY));
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  await db.runJobs();
  db.at(null);
  expect(db.mails).toEqual([]);
});
