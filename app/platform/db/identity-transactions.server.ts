import type { RawSql } from "~/domain/shared/db";
import type { IdentityScope, StatementScope } from "~/domain/shared/scope";
import { log } from "~/platform/log.server";
import { beginOf, separateBegin } from "./begin.server";
import type { Connection } from "./connection.server";
import { enqueueIdentity } from "./queue.server";
import { rawSql } from "./raw-sql.server";
import { withRaw } from "./tenant-db.server";
import { inTransaction } from "./transaction.server";

/** Opens transactions on the global tables, before the organization is known. */
export function identityTransactions({ pool, models, prepares, timeoutMs, ready, now, seal, query }: Connection) {
  /** Opens a transaction on the global tables, before the organization is known. */
  async function withIdentity<T>(use: (scope: IdentityScope) => Promise<T>): Promise<T> {
    const { isDistributed } = await ready();
    const begin = beginOf({}, timeoutMs);
    return inTransaction(
      pool,
      isDistributed ? separateBegin(begin) : begin,
      (transaction) => {
        const tx = withRaw(models.within(transaction), rawSql(transaction.query, prepares));
        return use({
          db: tx,
          now: now(),
          log,
          seal,
          enqueue: (job, payload) => enqueueIdentity(tx, job, payload),
          affiliations: (userId) => affiliations(tx, userId),
        });
      },
      timeoutMs,
    );
  }

  /** Runs statements on the global tables, each in its own transaction. For callers that need a single statement. */
  async function withStatements<T>(use: (scope: StatementScope) => Promise<T>): Promise<T> {
    return use({ db: rawSql(query, prepares), now: now() });
  }

  return { withIdentity, withStatements };
}

async function affiliations(db: Pick<RawSql, "$queryRaw">, userId: string) {
  const rows = await db.$queryRaw<{ org_id: string; affiliate_id: string }[]>`
    select org_id, affiliate_id from app.affiliations(${userId}::uuid)`;
  return rows.map((row) => ({ orgId: row.org_id, affiliateId: row.affiliate_id }));
}
