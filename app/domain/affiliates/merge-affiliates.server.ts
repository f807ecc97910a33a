import { recordAction } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import type { Side } from "../shared/merge-sides";
import { requireStaff } from "../shared/permissions";
import { isCollision } from "../shared/refused-write";
import { plain } from "../shared/search";
import type { Scope } from "../shared/scope";
import { emitEvents } from "../webhooks/emit-event.server";
import { chosenValues, MAX_MOVED_RECORDS, type MergedValues } from "./affiliate-merge";
import type { MergeAffiliatesInput } from "./affiliate-merge.schema";
import { tellOfMerge } from "./merged-mail.server";
import { lockForDeletion } from "./delete-affiliate.server";
import { moveToAffiliate } from "./move-to-affiliate.server";
import {
  affiliateMergeVersion,
  readBothAffiliates,
  recordsOf,
  rejectMerge,
  refusalOfAffiliates,
  type AffiliateToMerge,
} from "./read-affiliate-merge.server";

/**
 * Merges two affiliates (WORK-11): the older one stays with the chosen values, and everything that refers to the other
 * moves to them. Deals keep their terms and commissions; the terms of the affiliate who stays remain in force. Only the
 * person behind the chosen address can sign in from then on. Returns the id of the affiliate who stays, to whom the
 * address of the other leads. Both are emailed about their access, if they have one.
 * Throws `not_found`, `merge_same_affiliate`, `changed_meanwhile`, `affiliate_erased`, `merge_affiliate_paid`,
 * `merge_affiliate_large`, `affiliate_busy` (a concurrent change; a retry succeeds), `forbidden`.
 */
export async function mergeAffiliates(scope: Scope, input: MergeAffiliatesInput): Promise<string> {
  requireStaff(scope);
  try {
    return await merge(scope, input);
  } catch (error) {
    throw isCollision(error) ? new DomainError("affiliate_busy") : error;
  }
}

async function merge(scope: Scope, { affiliateId, otherId, taken, version }: MergeAffiliatesInput): Promise<string> {
  const [first, second] = await readBothAffiliates(scope, affiliateId, otherId);
  // Which one is older never changes. Too many leads are not even locked.
  rejectMerge(refusalOfAffiliates(first, second));
  if (!(await lockForDeletion(scope, second.id))) throw new DomainError("not_found");
  await scope.db.$queryRaw`
    select 1 from affiliate where org_id = ${scope.orgId}::uuid and id = ${first.id}::uuid for update`;
  const [kept, other] = await readBothAffiliates(scope, affiliateId, otherId);
  if (version !== undefined && version !== affiliateMergeVersion(kept, other))
    throw new DomainError("changed_meanwhile");
  rejectMerge(refusalOfAffiliates(kept, other));
  const { values, left } = chosenValues(kept.values, other.values, taken as Partial<Record<string, Side>>);
  const stays = values.email === kept.values.email ? kept : other;
  // The leads of the affiliate who stays change too, if another person has submitted them from then on.
  const changed = recordsOf(other) + (stays === other ? kept.holdings.leads : 0);
  rejectMerge(changed > MAX_MOVED_RECORDS ? "merge_affiliate_large" : null);

  const goes = stays === kept ? other : kept;
  await scope.db.mergedAffiliate.create({
    data: {
      id: other.id,
      affiliateId: kept.id,
      formerUser: goes.userId,
      content: left,
      mergedAt: scope.now,
      search: plain(Object.values(left).join(" ")),
    },
  });
  await moveToAffiliate(scope, { from: other.id, to: kept.id, people: [goes.userId, stays.userId] });
  // Ends the sessions and links of the other affiliate in this organization.
  await scope.db.$queryRaw`select 1 from app.end_affiliation(${other.id}::uuid)`;
  await scope.db.affiliate.deleteMany({ where: { id: other.id } });
  await settleValues(scope, kept, stays, values);
  await recordAction(scope, {
    action: "affiliate.merge",
    entity: "affiliate",
    entityId: kept.id,
    data: {
      merged_id: other.id,
      user_id: stays.userId,
      user_id_before: goes.userId,
      leads: other.holdings.leads,
      deals: other.holdings.deals,
    },
  });
  await tellOfMerge(scope, { merged: other.id, stays, goes });
  const event = { event: "affiliate.merged", affiliate_id: kept.id, merged_id: other.id } as const;
  await scope.inSavepoint("queueing affiliate.merged", () => emitEvents(scope, [event]));
  return kept.id;
}

/** Gives the affiliate who stays the chosen values, and the person behind the chosen address. */
async function settleValues(
  scope: Scope,
  { id }: AffiliateToMerge,
  { row, userId }: AffiliateToMerge,
  values: MergedValues,
): Promise<void> {
  if (row.id !== id) await scope.db.membership.updateMany({ where: { affiliateId: id }, data: { userId } });
  const { status, signedInAt, invitedAt } = row;
  await scope.db.affiliate.updateMany({
    where: { id },
    data: {
      name: values.name!,
      email: values.email!,
      language: values.language,
      creditorName: values.creditor_name,
      creditorNumber: values.creditor_number === null ? null : Number(values.creditor_number),
      // Actions of a person who can sign in.
      status,
      signedInAt,
      invitedAt,
    },
  });
}
