import { runQuery, query, type Query } from "../shared/query-together.server";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import { affiliateStatuses, type AffiliateStatus } from "./affiliate";
import type { Scope } from "../shared/scope";

export interface AffiliateChoice {
  id: string;
  name: string;
}

/** Limit for the options of one choice. */
const MAX_CHOICES = 500;

/**
 * Returns the organization's affiliates with these statuses by name, and the chosen one. `chosen` is null if `id` is
 * not an affiliate of the organization.
 * Throws `forbidden`.
 */
export async function affiliateChoices(
  scope: Scope,
  id: string | null = null,
  statuses: readonly AffiliateStatus[] = affiliateStatuses,
): Promise<{ choices: AffiliateChoice[]; chosen: AffiliateChoice | null }> {
  return withChosen(scope, await runQuery(scope, listedAffiliates(scope, statuses)), id);
}

/**
 * Builds the query for the affiliates with these statuses by name; {@link withChosen} adds the chosen one.
 * Throws `forbidden`.
 */
export function listedAffiliates(
  scope: Scope,
  statuses: readonly AffiliateStatus[] = affiliateStatuses,
): Query<AffiliateChoice[]> {
  requireStaff(scope);
  return query((rows: AffiliateChoice[]) => rows)`
    select id, name from affiliate where org_id = ${scope.orgId}::uuid and status = any(${[...statuses]}::text[])
    order by name collate "und-x-icu", id limit ${MAX_CHOICES}::int`;
}

/** Adds the chosen affiliate to the choices if it is not among them; see {@link affiliateChoices}. */
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
