import { expect } from "vitest";
import { setClosed } from "../factories/closing-causes";
import type { Org } from "../factories/organizations";
import { payWithoutEvents, subscriptionOf } from "../factories/subscriptions";
import type { TestDatabase } from "../support/database";

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
