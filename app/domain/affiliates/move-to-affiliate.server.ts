import type { Scope } from "../shared/scope";

/** Two affiliates, and the users behind them: the one who can no longer sign in first. */
export interface MovedAffiliate {
  from: string;
  to: string;
  people: [gone: string, stays: string];
}

/**
 * Moves everything of an affiliate to another in a few statements. Triggers keep aggregates, own fields and recorded
 * changes of status. The caller has locked both and has written the row of `merged_affiliate`, without which messages
 * keep their reader.
 */
export async function moveToAffiliate(
  scope: Scope,
  { from, to, people: [gone, stays] }: MovedAffiliate,
): Promise<void> {
  const { db, orgId, now } = scope;
  await db.$executeRaw`
    update lead set affiliate_id = ${to}::uuid, updated_at = ${now}
    where org_id = ${orgId}::uuid and affiliate_id = ${from}::uuid`;
  // An affiliate reads the notes of leads that they have submitted.
  await db.$executeRaw`
    update lead set created_by = ${stays}::uuid
    where org_id = ${orgId}::uuid and affiliate_id = ${to}::uuid and created_by = ${gone}::uuid
      and source = 'affiliate'`;
  // Together, because a claim always has the affiliate of its deal.
  await db.$executeRaw`
    with moved as (
      update deal set affiliate_id = ${to}::uuid, updated_at = ${now}
      where org_id = ${orgId}::uuid and affiliate_id = ${from}::uuid returning 1)
    update commission_claim set affiliate_id = ${to}::uuid
    where org_id = ${orgId}::uuid and affiliate_id = ${from}::uuid`;
  const moving = { where: { affiliateId: from }, data: { affiliateId: to } };
  await db.commissionPayment.updateMany(moving);
  await db.leadMessage.updateMany(moving);
  await db.notification.updateMany(moving);
  await db.mergedLead.updateMany(moving);
  await db.mergedAffiliate.updateMany(moving);
  await db.deletedLead.updateMany(moving);
  // Undoing a deletion writes these rows again. The lead of another affiliate can have messages of this one. The id is
  // written as JSON, because a distributed database rejects to_jsonb(), which is STABLE.
  await db.$executeRaw`
    update deleted_lead set content = replace(case
        when content #>> '{lead,createdBy}' = ${gone}::text and content #>> '{lead,source}' = 'affiliate'
          and content #>> '{lead,affiliateId}' in (${from}::text, ${to}::text)
        then jsonb_set(content, '{lead,createdBy}', ${JSON.stringify(stays)}::jsonb) else content end::text,
      ${from}::text, ${to}::text)::jsonb
    where org_id = ${orgId}::uuid and content is not null`;
  await db.$executeRaw`
    update saved_view set query = replace(query, ${from}::text, ${to}::text)
    where org_id = ${orgId}::uuid and query like ${`%${from}%`}::text`;
  await moveTerms(scope, from, to);
  // What the person who stays does not want to be emailed.
  if ((await db.mailChoice.count({ where: { affiliateId: to, userId: stays } })) === 0)
    await db.mailChoice.updateMany({ where: { affiliateId: from, userId: stays }, data: { affiliateId: to } });
}

/**
 * Adds the versions of the terms to those of the other affiliate, after theirs, because deals refer to them. They are
 * in force only if the other has no terms.
 */
async function moveTerms({ db, orgId }: Scope, from: string, to: string): Promise<void> {
  const { _max } = await db.affiliateTerm.aggregate({ where: { affiliateId: to }, _max: { version: true } });
  const hasTerms = await db.affiliateTerm.count({ where: { affiliateId: to, status: "active" } });
  await db.$executeRaw`
    update affiliate_term set affiliate_id = ${to}::uuid, version = version + ${_max.version ?? 0}::int,
      status = case when ${hasTerms > 0}::boolean then 'inactive' else status end
    where org_id = ${orgId}::uuid and affiliate_id = ${from}::uuid`;
}
