import { queryAlone, query, type Query } from "../shared/query-together.server";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import { affiliateStatuses, type AffiliateStatus } from "./affiliate";
import type { Scope } from "../shared/scope";

export interface AffiliateChoice {
  id: string;
  name: string;
}

/** The most options a choice offers. */
const MOST_CHOICES = 500;

/**
 * The organisation's affiliates of these statuses by name, to choose from, and the one that is chosen. An id that is
 * not one of the organisation's affiliates chooses nobody. Throws `forbidden`.
 */
export async function affiliateChoices(
  scope: Scope,
  id: string | null = null,
  statuses: readonly AffiliateStatus[] = affiliateStatuses,
): Promise<{ choices: AffiliateChoice[]; chosen: AffiliateChoice | null }> {
  return withChosen(scope, await queryAlone(scope, listedAffiliates(scope, statuses)), id);
}

/**
 * The query for the affiliates of these statuses by name; {@link withChosen} adds the one that is chosen. Throws
 * `forbidden`.
 */
export function listedAffiliates(
  scope: Scope,
  statuses: readonly AffiliateStatus[] = affiliateStatuses,
): Query<AffiliateChoice[]> {
  requireStaff(scope);
  return query((rows: AffiliateChoice[]) => rows)`
    select id, name from affiliate where org_id = ${scope.orgId}::uuid and status = any(${[...statuses]}::text[])
    order by name collate "und-x-icu", id limit ${MOST_CHOICES}::int`;
}

/** See {@link affiliateChoices}. */
export async function withChosen(
  scope: Scope,
  choices: AffiliateChoice[],
  id: string | null,
): Promise<{ choices: AffiliateChoice[]; chosen: AffiliateChoice | null }> {
  const known = recordId.safeParse(id);
  if (!known.success) return { choices, chosen: null };
  const listed = choices.find((one) => one.id === known.data);
  if (listed) return { choices, chosen: listed };
  const chosen = await scope.db.affiliate.findFirst({
    where: { id: known.data },
    select: { id: true, name: true },
  });
  return { choices: chosen ? [chosen, ...choices] : choices, chosen };
}
