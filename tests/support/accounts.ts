import type { Org } from "../factories/organizations";
import type { TestDatabase } from "./database";

/** Returns queries for users' accounts, memberships and emails. */
export function accountsOf(db: TestDatabase) {
  const one = async <T>(sql: string, ...values: unknown[]) =>
    (await db.ownerPool.query<{ value: T }>(sql, values)).rows.map(({ value }) => value);
  return {
    /** Returns the column `value` of a query. */
    one,
    accounts: (userId: string) => one("select id as value from app_user where id = $1", userId),
    worksIn: (userId: string) => one("select org_id as value from membership where user_id = $1", userId),
    logOf: ({ orgId }: Org, like: string) =>
      one<string>(
        "select action || ' ' || actor as value from audit_log where org_id = $1 and action like $2 order by action",
        orgId,
        like,
      ),
    /** Returns the emails since the last call. */
    mailsOf: async () => {
      await db.runJobs();
      return db.mails.splice(0).map(({ to, subject }) => `${to.address}: ${subject}`);
    },
  };
}
