import { beforeEach, expect, test } from "vitest";
import { notifyPaymentFailed, notifyTrialEnding } from "~/domain/subscriptions/notify-billing.server";
import { tasks } from "../../jobs/tasks";
import { addMember, asOwner, createOrg, type Org } from "../factories/organizations";
import { customerOf, paidInSilence, steppedInSilence } from "../factories/subscriptions";
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

/** Tells of the trial at a moment before its end; returns the subjects of the mails. */
async function told(beforeEnd: number): Promise<string[]> {
  db.at(new Date((await trialEnd()) - beforeEnd));
  await db.database.withOrg(
    org.orgId,
    { kind: "job", name: "trial.tell" },
    notifyTrialEnding,
    "subscription",
  );
  await db.runJobs();
  db.at(null);
  return db.mails.splice(0).map(({ to, subject }) => {
    expect(to.address).toBe(org.owner.email);
    return subject;
  });
}

test("[BIL-01] owners are told two days before the trial ends and when it has, each once, in one mail", async () => {
  expect(await told(3 * DAY)).toEqual([]);
  expect(await told(2 * DAY)).toEqual([expect.stringMatching(/^Your free trial ends on/)]);
  expect(await told(DAY)).toEqual([]);
  expect(await told(-1)).toEqual(["Your free trial has ended"]);
  expect(await told(-DAY)).toEqual([]);
});

test("[BIL-01] a trial that ended long ago, and one that was followed by a subscription, are not told of", async () => {
  expect(await told(-4 * DAY)).toEqual([]);
  await paidInSilence(db, org);
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  expect(await told(DAY)).toEqual([]);
});

test("[BIL-05] a failed payment is told once for its bill, and not when it was paid meanwhile", async () => {
  await paidInSilence(db, org);
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
  await steppedInSilence(db, org, "fail");
  expect(await fail("evt_2", "in_2")).toEqual(["A payment for Finderlohn has failed"]);
  expect(await fail("evt_3", "in_2")).toEqual([]);
  expect(await fail("evt_4", "in_3")).toHaveLength(1);
  const { rows } = await db.ownerPool.query(
    "select distinct user_id from notification where type = 'billing'",
  );
  expect(rows).toContainEqual({ user_id: org.owner.userId });
  await steppedInSilence(db, org, "settle");
  await tasks["subscription.check"].run({ org_id: org.orgId }, db.context);
  await asOwner(db.database, org, (scope) => notifyPaymentFailed(scope, "in_4"));
  await db.runJobs();
  expect(db.mails).toEqual([]);
});
