import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { requestLink } from "~/domain/identity/request-link.server";
import { giveSecurityNotice } from "~/domain/identity/security-notice.server";
import { signUp } from "~/domain/identity/sign-up.server";
import { inviteMember } from "~/domain/members/invite-member.server";
import { takeEvent } from "~/domain/subscriptions/take-event.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import type { JobName } from "~/domain/shared/jobs";
import { tasks } from "../../jobs/tasks";
import { activeAffiliate, invitedAffiliate, withTerms, type Affiliate } from "../factories/affiliates";
import { oneTimeDeal, recurringDeal, submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { payWithoutEvents, subscriptionOf } from "../factories/subscriptions";
import { useDatabase } from "../support/database";
import { accountCases } from "./account-cases";
import { erasureCases } from "./erasure-cases";
import { everything as allOf } from "./everything";
import { startReceiver, type Receiver } from "./receiver";
import { fieldCases } from "./field-cases";
import { fileCases } from "./file-cases";
import { importCases } from "./import-cases";
import { payoutCases } from "./payout-cases";
import { pruningCases } from "./pruning-cases";
import { closingCases } from "./closing-cases";
import { retentionCases } from "./retention-cases";
import { vatCases } from "./vat-cases";
import { workCases } from "./work-cases";

const db = useDatabase({ each: true, stripe: true });
let receiver: Receiver;
let org: Org;
let affiliate: Affiliate;

beforeEach(async () => {
  receiver = await startReceiver();
  db.context.webhooks = parseWebhookAllowance(receiver.origin);
  org = await createOrg(db.database);
  affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await db.runJobs();
  db.mails.splice(0);
});

afterEach(() => receiver.close());

const everything = () => allOf(db);
const run = (name: JobName, payload: unknown) => tasks[name].run(payload, db.context);
/** Removes the only waiting job of a kind from the queue. Returns its payload. */
async function take(name: JobName): Promise<unknown> {
  const jobs = await db.jobs(name);
  expect(jobs).toHaveLength(1);
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  return jobs[0]!.payload;
}
const receivers = () => new Set(db.mails.map((mail) => mail.to.address));
const count = async (table: string) =>
  Number((await db.ownerPool.query(`select count(*) from ${table}`)).rows[0].count);

const listen = () =>
  asOwner(db.database, org, (scope) =>
    saveWebhook(scope, { url: receiver.url, events: ["deal.created", "lead.created"] }, db.context.webhooks),
  );
const emitted = async () => {
  await listen();
  await submittedLead(db.database, org, affiliate);
  return take("webhook.emit");
};

interface Case {
  /** Prepares the database for the job. Returns its payload. */
  prepare(): Promise<unknown>;
  /** Checks the effect after the job ran twice concurrently. */
  effect(): Promise<void> | void;
}

// A job that is added to the catalog does not compile until it is listed here.
const cases = {
  "commissions.generate": {
    async prepare() {
      await recurringDeal(db.database, org, affiliate);
      await db.ownerPool.query("delete from commission_payment; delete from graphile_worker._private_jobs");
      return { org_id: org.orgId };
    },
    effect: async () => expect(await count("commission_payment")).toBe(12),
  },
  "commissions.sweep": {
    async prepare() {
      await recurringDeal(db.database, org, affiliate);
      await recurringDeal(db.database, org, affiliate);
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      return {};
    },
    effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["commissions.generate"]),
  },
  "identity.send_link": {
    async prepare() {
      await db.database.withIdentity((scope) =>
        requestLink(scope, { purpose: "reset", email: org.owner.email, language: "en", redirectTo: null }),
      );
      return take("identity.send_link");
    },
    effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["mail.link"]),
  },
  "mail.link": {
    async prepare() {
      await invitedAffiliate(db.database, org, { email: "ada@example.com" });
      return take("mail.link");
    },
    effect: () => expect(receivers()).toEqual(new Set(["ada@example.com"])),
  },
  "mail.member_invitation": {
    async prepare() {
      await asOwner(db.database, org, (scope) => inviteMember(scope, { email: "max@example.com", role: "member" }));
      return take("mail.member_invitation");
    },
    effect: () => expect(receivers()).toEqual(new Set(["max@example.com"])),
  },
  "mail.security": {
    async prepare() {
      await db.database.withIdentity((scope) => giveSecurityNotice(scope, org.owner.userId, "factor_on", "en"));
      return take("mail.security");
    },
    effect: () => expect(receivers()).toEqual(new Set([org.owner.email])),
  },
  "mail.notification": {
    async prepare() {
      await oneTimeDeal(db.database, org, affiliate);
      return take("mail.notification");
    },
    effect: () => expect(receivers()).toEqual(new Set([affiliate.email])),
  },
  "notice.staff": {
    async prepare() {
      const lead = await submittedLead(db.database, org, affiliate);
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      return { org_id: org.orgId, type: "lead_created", subject_id: lead };
    },
    async effect() {
      const { rows } = await db.ownerPool.query(
        "select user_id from notification where user_id is not null and type = 'lead_created'",
      );
      expect(rows).toEqual([{ user_id: org.owner.userId }]);
      expect((await db.jobs()).map((job) => job.task)).toEqual(["mail.notification"]);
    },
  },
  "stripe.event": {
    async prepare() {
      const customerId = await payWithoutEvents(db, org);
      const event = { id: "evt_1", type: "invoice.paid", customerId, objectId: "in_1" } as const;
      await db.database.withIdentity((scope) => takeEvent(scope, event));
      return take("stripe.event");
    },
    effect: async () => expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" }),
  },
  "stripe.end": {
    prepare: async () => ({ customer_id: await payWithoutEvents(db, org) }),
    async effect() {
      const { rows } = await db.ownerPool.query(
        "select data->>'status' as status from stripe_simulation where kind = 'subscription'",
      );
      expect(rows).toEqual([{ status: "canceled" }]);
    },
  },
  "subscription.check": {
    async prepare() {
      await payWithoutEvents(db, org);
      return { org_id: org.orgId };
    },
    effect: async () => expect(await subscriptionOf(db, org)).toMatchObject({ status: "active" }),
  },
  "trial.tell": {
    async prepare() {
      const trial = "update organization set subscription_status = null, trial_ends_at = now() + interval '1 day'";
      await db.ownerPool.query(trial);
      return { org_id: org.orgId };
    },
    effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["mail.notification"]),
  },
  "trial.sweep": {
    async prepare() {
      const trial = "update organization set subscription_status = null, trial_ends_at = now() + interval '1 day'";
      await db.ownerPool.query(trial);
      return {};
    },
    effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["trial.tell"]),
  },
  "subscription.sweep": {
    async prepare() {
      await payWithoutEvents(db, org);
      return {};
    },
    effect: async () => expect((await db.jobs()).map((job) => job.task)).toEqual(["subscription.check"]),
  },
  "aggregates.fold": {
    async prepare() {
      await recurringDeal(db.database, org, affiliate);
      await db.ownerPool.query("delete from graphile_worker._private_jobs");
      return {};
    },
    async effect() {
      const { rows } = await db.ownerPool.query("select 1 from aggregate where not folded");
      expect(rows).toEqual([]);
    },
  },
  "webhook.prune": {
    async prepare() {
      await run("webhook.emit", await emitted());
      await run("webhook.deliver", await take("webhook.deliver"));
      await db.ownerPool.query("update webhook_delivery set created_at = now() - interval '31 days'");
      return {};
    },
    async effect() {
      expect([await count("webhook_delivery"), await count("webhook_attempt")]).toEqual([0, 0]);
    },
  },
  "webhook.emit": {
    prepare: emitted,
    async effect() {
      expect(await count("webhook_delivery")).toBe(1);
      expect((await db.jobs()).map((job) => job.task)).toEqual(["webhook.deliver"]);
    },
  },
  "webhook.deliver": {
    async prepare() {
      await run("webhook.emit", await emitted());
      return take("webhook.deliver");
    },
    async effect() {
      const { rows } = await db.ownerPool.query("select status, attempts from webhook_delivery");
      expect(rows).toEqual([{ status: "delivered", attempts: 1 }]);
      // Delivered at least once; the receiver can recognize repeats by the id.
      expect(new Set(receiver.requests.map((request) => request.headers["webhook-id"])).size).toBe(1);
    },
  },
  ...fieldCases(db, () => ({ org, affiliate })),
  ...accountCases(db, () => ({ org, affiliate }), take, run),
  ...workCases(db, () => ({ org, affiliate }), take),
  ...vatCases(db, () => ({ org, affiliate, receiver }), take),
  ...erasureCases(db, () => org, take),
  ...importCases(db, () => org),
  ...fileCases(db, () => org, take, run),
  ...payoutCases(db, () => org, take),
  ...retentionCases(db, () => org.orgId, take, run),
  ...closingCases(db, () => org),
  ...pruningCases(db, () => ({ org, affiliate })),
} satisfies Record<JobName, Case>;

describe("J5: a job that runs twice concurrently and once later has a single effect", () => {
  test.each(Object.entries(cases) as [JobName, Case][])("%s", async (name, { prepare, effect }) => {
    const payload = await prepare();
    const before = await everything();
    await Promise.all([run(name, payload), run(name, payload)]);
    await effect();
    const after = await everything();
    // Emails leave the database unchanged, and so does the removal of bytes from a bucket; all other jobs change it.
    if (!name.startsWith("mail.") && name !== "file.remove") expect(after).not.toEqual(before);
    const requests = receiver.requests.length;
    await run(name, payload);
    expect(await everything()).toEqual(after);
    await effect();
    expect(receiver.requests).toHaveLength(requests);
  });
});

test("J5: the email of a sign-up with a known address queues one sign-in link", async () => {
  await db.database.withIdentity((scope) =>
    signUp(scope, {
      email: org.owner.email,
      name: "Mallory",
      passwordHash: "hash",
      language: "en",
      browser: null,
    }),
  );
  const payload = await take("mail.link");
  await Promise.all([run("mail.link", payload), run("mail.link", payload)]);
  await run("mail.link", payload);
  expect(await db.jobs()).toMatchObject([{ task: "mail.link", payload: { purpose: "sign-in" } }]);
  expect(db.mails).toEqual([]);
});
