import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import type { MergeNews } from "~/domain/affiliates/merged-mail.server";
import type { TestDatabase } from "../support/database";
import { activeAffiliate } from "./affiliates";
import type { Cause } from "./mail-causes";
import { asOwner, type Org } from "./organizations";
import type { ToAffiliate } from "./payout-mail-causes";

/**
 * Merges an affiliate into an older one who was never invited. `ended`: the access of the younger one ends; `moved`: it
 * opens the older one.
 */
export async function mergedInto(db: TestDatabase, org: Org, told: MergeNews): Promise<void> {
  const kept = await activeAffiliate(db.database, org);
  const other = await activeAffiliate(db.database, org);
  await db.ownerPool.query(
    `update affiliate set signed_in_at = null, invited_at = null, created_at = created_at - interval '1 day'
     where id = $1`,
    [kept.affiliateId],
  );
  await db.runJobs();
  db.mails.splice(0);
  const taken = told === "moved" ? ({ email: "other" } as const) : {};
  const both = { affiliateId: kept.affiliateId, otherId: other.affiliateId, taken };
  await asOwner(db.database, org, (scope) => mergeAffiliates(scope, both));
}

const cause = (told: MergeNews): Cause => ({
  audience: "affiliate",
  shows: () => null,
  cause: ({ db, org }) => mergedInto(db, org, told),
});

/** The emails about leads and affiliates that were merged. */
export const mergeCauses = (toAffiliate: ToAffiliate) => ({
  lead_merged: toAffiliate(
    ({ affiliate: { affiliateId }, company }) => ({ affiliateId, type: "lead_merged", company }),
    ({ company }) => company,
  ),
  access_merged: cause("ended"),
  portal_merged: cause("moved"),
});
