import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";

export interface AffiliateChoice {
  id: string;
  name: string;
}

/** A choice among more than these would be none. */
const MOST_CHOICES = 500;

/**
 * The organisation's affiliates by name, to choose from, and the one that is chosen. An id that is not one of the
 * organisation's affiliates chooses nobody. Throws `forbidden`.
 */
export async function affiliateChoices(
  scope: Scope,
  id: string | null = null,
): Promise<{ choices: AffiliateChoice[]; chosen: AffiliateChoice | null }> {
  requireStaff(scope);
  const select = { id: true, name: true };
  const choices = await scope.db.affiliate.findMany({
    orderBy: [{ name: "asc" }, { id: "asc" }],
    take: MOST_CHOICES,
    select,
  });
  const known = recordId.safeParse(id);
  if (!known.success) return { choices, chosen: null };
  const listed = choices.find((one) => one.id === known.data);
  if (listed) return { choices, chosen: listed };
  const chosen = await scope.db.affiliate.findFirst({ where: { id: known.data }, select });
  return { choices: chosen ? [chosen, ...choices] : choices, chosen };
}
