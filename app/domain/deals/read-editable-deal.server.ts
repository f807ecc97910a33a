import type { OwnData } from "../fields/own-value";
import { readOwnData } from "../fields/own-values.server";
import { recordId } from "../shared/fields";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { termsOf } from "../terms/active-terms.server";
import { storedContract } from "./deal-contract";
import { endOf } from "./deal-end.server";
import type { EditableDeal } from "./preview-edit";
import { paymentsOfDeal } from "./payments-of-deal.server";
import { traceOfDeal } from "./stored-trace";
import { wonVolumes } from "./won-volumes.server";

/**
 * Reads a deal for the form that edits it; null if not found. `id` may be any value.
 * Throws `forbidden`.
 */
export async function readEditableDeal(scope: Scope, id: unknown): Promise<(EditableDeal & { own: OwnData }) | null> {
  requireStaff(scope);
  const { data: dealId } = recordId.safeParse(id);
  if (!dealId) return null;
  const deal = await scope.db.deal.findFirst({ where: { id: dealId } });
  if (!deal) return null;
  return {
    id: deal.id,
    contract: storedContract(deal),
    hasAffiliate: deal.affiliateId !== null,
    paid: deal.commissionPaid,
    home: (await scope.organization()).defaultCurrency,
    trace: traceOfDeal(deal, scope.log),
    terms: await termsOf(scope, deal.termId),
    won: await wonVolumes(scope, deal.affiliateId, deal.id),
    ended: endOf(deal),
    payments: await paymentsOfDeal(scope, deal.id),
    own: await readOwnData(scope, "deal", deal.id),
  };
}
