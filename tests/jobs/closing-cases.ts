import { expect } from "vitest";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { setClosed } from "../factories/closing-causes";
import { oneTimeDeal } from "../factories/deals";
import type { Org } from "../factories/organizations";
import { payWithoutEvents, subscriptionOf } from "../factories/subscriptions";
import type { TestDatabase } from "../support/database";

async function owedAffiliate(db: TestDatabase, org: Org) {
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await oneTimeDeal(db.database, org, affiliate);
  return affiliate;
}

/** Jobs of an organization that an owner closes, for the test that runs every job twice. */
export function closingCases(db: TestDatabase, org: () => Org) {
  return {
    "subscription.stop": {
      async prepare() {
        await payWithoutEvents(db, org());
        await setClosed(db, org(), new Date());
        return { org_id: org().orgId };
      },
      effect: async () => expect(await subscriptionOf(db, org())).toMatchObject({ status: "active", cancels: true }),
    },
    "closing.tell": {
      async prepare() {
        const { affiliateId } = await owedAffiliate(db, org());
        await setClosed(db, org(), new Date());
        const at = new Date().toISOString();
        expect(affiliateId).toBeTruthy();
        await db.ownerPool.query("delete from graphile_worker._private_jobs");
        return { org_id: org().orgId, told: "closed", at };
      },
      // Emails with one id are the same email.
      effect: async () =>
        expect(new Set((await db.jobs("mail.closing_portal")).map(({ payload }) => payload["affiliate_id"])).size).toBe(
          1,
        ),
    },
    "mail.closing_portal": {
      async prepare() {
        const { affiliateId } = await owedAffiliate(db, org());
        await setClosed(db, org(), new Date());
        await db.ownerPool.query("delete from graphile_worker._private_jobs");
        db.mails.splice(0);
        return { org_id: org().orgId, affiliate_id: affiliateId, told: "closed", at: new Date().toISOString() };
      },
      effect: () => expect(new Set(db.mails.map(({ subject }) => subject)).size).toBe(1),
    },
    "mail.closing": {
      async prepare() {
        await setClosed(db, org(), new Date());
        const { orgId, owner } = org();
        return { org_id: orgId, user_id: owner.userId, told: "closed", by: null, at: new Date().toISOString() };
      },
      effect: () => expect(new Set(db.mails.map(({ subject }) => subject)).size).toBe(1),
    },
  };
}
