import { expect } from "vitest";
import { invitedAffiliate, type Affiliate } from "../factories/affiliates";
import type { Org } from "../factories/organizations";
import { signIn, signUpSecret } from "../factories/people";
import type { TestDatabase } from "../support/database";

/** The job that removes what has expired, for the test that runs every job twice. */
export function pruningCases(db: TestDatabase, of: () => { org: Org; affiliate: Affiliate }) {
  return {
    "identity.prune": {
      async prepare() {
        const { org, affiliate } = of();
        await signIn(db.database, org.owner);
        await signIn(db.database, affiliate);
        await db.ownerPool.query("update session set expires_at = now() - interval '1 s' where user_id = $1", [
          affiliate.userId,
        ]);
        await invitedAffiliate(db.database, org);
        await db.database.withIdentity((scope) => signUpSecret(scope));
        await db.ownerPool.query("delete from graphile_worker._private_jobs");
        await db.ownerPool.query(`
          update one_time_token set expires_at = now() - interval '31 days' where used_at is null;
          update sign_up set expires_at = now() - interval '31 days'`);
        return {};
      },
      async effect() {
        const { rows } = await db.ownerPool.query("select user_id from session");
        expect(rows).toEqual([{ user_id: of().org.owner.userId }]);
        const left = await db.ownerPool.query(
          "select expires_at from one_time_token where expires_at < now() - interval '30 days' union all select expires_at from sign_up",
        );
        expect(left.rows).toEqual([]);
      },
    },
  };
}
