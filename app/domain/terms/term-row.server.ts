import { fromDatabase, toDatabase } from "../shared/money";
import { actingUser } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { StandardRules } from "./term";
import { tiersFromDatabase, tiersToDatabase } from "./tiers";

/** Returns the columns of a new, active version of terms. */
export const termRow = (scope: Scope, rules: StandardRules) => ({
  cadence: rules.cadence,
  revShareBp: rules.revShareBp,
  fixedAmount: rules.fixedAmount === null ? null : toDatabase(rules.fixedAmount),
  ...(rules.tiers && { tiers: tiersToDatabase(rules.tiers) }),
  currency: rules.currency,
  dueWhen: rules.dueWhen,
  holdingDays: rules.holdingDays,
  status: "active",
  createdBy: actingUser(scope),
  createdAt: scope.now,
});

/** Returns what a stored version of terms says. */
export const rulesOf = (row: StoredRules): StandardRules => ({
  cadence: row.cadence as StandardRules["cadence"],
  revShareBp: row.revShareBp,
  fixedAmount: row.fixedAmount === null ? null : fromDatabase(row.fixedAmount),
  tiers: tiersFromDatabase(row.tiers),
  currency: row.currency,
  dueWhen: row.dueWhen as StandardRules["dueWhen"],
  holdingDays: row.holdingDays,
});

interface StoredRules {
  cadence: string;
  revShareBp: number | null;
  fixedAmount: bigint | null;
  tiers: Parameters<typeof tiersFromDatabase>[0];
  currency: string;
  dueWhen: string;
  holdingDays: number;
}

/** Returns what the audit log keeps of new terms. */
export const auditedRules = ({ tiers, ...rules }: StandardRules) => ({
  rev_share_bp: rules.revShareBp,
  fixed_amount: rules.fixedAmount,
  tiers:
    tiers &&
    tiersToDatabase(tiers)
      .map((tier) => `${tier.from}:${tier.rate_bp}`)
      .join(" "),
  currency: rules.currency,
  due_when: rules.dueWhen,
  holding_days: rules.holdingDays,
});
