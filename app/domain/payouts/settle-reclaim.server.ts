import { recordAudit } from "../audit/record-audit.server";
import { dateFromDay, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { insertRows } from "../shared/insert-rows.server";
import { fromDatabase, toDatabase } from "../shared/money";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { sql, type Sql } from "../shared/sql";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { lockLines } from "./lock-run.server";
import type { SettlementKind } from "./reclaim";
import { readOpenReclaim } from "./reclaims.server";
import { withoutAccounts } from "./without-accounts";

export interface ReclaimToSettle {
  affiliateId: string;
  currency: string;
  kind: SettlementKind;
  /** When the money came back. What is waived is waived today. */
  day?: Day;
  note: string | null;
  /** Of the page that was shown. */
  version: string;
}

/**
 * Settles what an affiliate owes in a currency (PAY-13): they have paid it back, or it is waived. From then on no
 * payout deducts it. Returns the amount with VAT. Throws `reclaim_changed` (the affiliate owes something else now),
 * `payout_day_in_future`, `forbidden`.
 */
export async function settleReclaim(scope: Scope, input: ReclaimToSettle): Promise<number> {
  requireStaff(scope);
  const { affiliateId, currency, kind, version } = input;
  const note = input.note && withoutAccounts(input.note);
  const today = await scope.today();
  const settledOn = input.day ?? today;
  if (settledOn > today) throw new DomainError("payout_day_in_future", {}, "day");
  await lockClaims(scope, sql`affiliate_id = ${affiliateId}::uuid and currency = ${currency} and is_open`);
  // Read after taking the locks, to include changes that have just been committed.
  const reclaim = await readOpenReclaim(scope, { affiliateId, currency });
  if (!reclaim || reclaim.version !== version) throw new DomainError("reclaim_changed");
  const { net, vat, gross, parts } = reclaim;
  const id = timeOrderedId(scope.now.getTime());
  await scope.db.claimSettlement.create({
    data: {
      id,
      affiliateId,
      currency,
      kind,
      note,
      settledOn: dateFromDay(settledOn),
      net: toDatabase(net),
      vat: toDatabase(vat),
      gross: toDatabase(gross),
      createdBy: actingUser(scope),
      createdAt: scope.now,
    },
  });
  await insertRows(
    scope,
    "claim_settlement_part",
    {
      org_id: { type: "uuid", all: scope.orgId },
      settlement_id: { type: "uuid", all: id },
      claim_id: { type: "uuid", of: (part: (typeof parts)[number]) => part.claimId },
      amount: { type: "bigint", of: (part) => part.amount },
    },
    parts,
  );
  await recordAudit(scope, {
    action: kind === "waived" ? "claim.waive" : "claim.settle",
    entity: "affiliate",
    entityId: affiliateId,
    data: { amount: gross, currency, day: settledOn, note },
  });
  return gross;
}

/**
 * Takes a settlement back: the affiliate owes the amount again, and the next payout deducts it. Returns whether this
 * call did it. Throws `settlement_built_on` (a payout has one of its claims), `forbidden`.
 */
export async function undoSettlement(
  scope: Scope,
  { affiliateId, settlementId }: { affiliateId: string; settlementId: string },
): Promise<boolean> {
  requireStaff(scope);
  await lockClaims(
    scope,
    sql`id in (select claim_id from claim_settlement_part
          where org_id = ${scope.orgId}::uuid and settlement_id = ${settlementId}::uuid)`,
  );
  const found = await scope.db.claimSettlement.findFirst({
    where: { id: settlementId, affiliateId },
    include: { parts: { select: { claim: { select: { payoutId: true } } } } },
  });
  if (!found) return false;
  if (found.parts.some(({ claim }) => claim.payoutId !== null)) throw new DomainError("settlement_built_on");
  await scope.db.claimSettlement.deleteMany({ where: { id: settlementId } });
  await recordAudit(scope, {
    action: "claim.undo",
    entity: "affiliate",
    entityId: affiliateId,
    data: { amount: fromDatabase(found.gross), currency: found.currency, reason: found.kind },
  });
  return true;
}

/**
 * Locks claims after their deals, in the common lock order: taking back the end of a deal deletes its claims, and a new
 * draft takes them.
 */
async function lockClaims(scope: Scope, which: Sql): Promise<void> {
  const own = sql`org_id = ${scope.orgId}::uuid and ${which}`;
  await lockLines(scope, {
    deals: sql`id in (select deal_id from commission_claim where ${own})`,
    payments: sql`false`,
  });
  await scope.db.$queryRaw(sql`
    select count(*) from (select 1 from commission_claim where ${own} order by id for update) locked`);
}
