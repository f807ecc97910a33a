import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";

/**
 * Returns the condition that a commission or a claim stands in one of these payouts. `payouts` is the condition on the
 * table `payout`.
 */
export const inPayouts = (scope: Scope, payouts: Sql): Sql =>
  sql`payout_id in (select id from payout where org_id = ${scope.orgId}::uuid and ${payouts})`;
