import type { PaymentState } from "../deals/plan-payments";
import { latestAbout, type AuditRow } from "../audit/list-audit.server";
import { totalPayments, type PaymentTotals } from "../commissions/total-payments.server";
import { claimsOfAffiliate, type AffiliateClaims } from "../deals/claims-of-affiliate.server";
import type { DealView } from "../deals/deal-view";
import { listDeals } from "../deals/list-deals.server";
import { wonVolume } from "../deals/won-volumes.server";
import { readPeople } from "../identity/read-people.server";
import { countLeads, type LeadCounts } from "../leads/count-leads.server";
import { latestLeadsOf } from "../leads/latest-leads.server";
import type { LeadCard } from "../leads/lead-cards.server";
import { yearOf } from "../shared/dates";
import { isErased } from "../shared/erased";
import type { Money } from "../shared/money";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { hasLeft } from "../identity/has-left.server";
import { readPayee, type PayeeView } from "../payouts/read-payee.server";
import { listTerms, type TermView } from "../terms/list-terms.server";
import { lastInvitations } from "../affiliates/last-invitations.server";
import { formerOf, namesakeOf, type FormerAffiliate } from "../affiliates/find-mergeable-affiliates.server";
import { readAffiliate, type AffiliateDetails } from "../affiliates/read-affiliate.server";

const LATEST = 5;
const LATEST_ENTRIES = 8;

/** Everything that staff see of one affiliate (AFF-12). Times are ISO strings. */
export interface AffiliatePage {
  affiliate: AffiliateDetails & {
    addedAt: string;
    /** Last sign-in to the portal; null before the first one, or if it predates this column. */
    signedInAt: string | null;
    /** The last invitation email to the current address. */
    invited: { sentAt: string; validUntil: string; expired: boolean } | null;
    /** Whether a mail server has reported that the address does not exist. */
    refused: boolean;
    /** Whether the affiliate has ended their own access. */
    hasLeft: boolean;
  };
  /** Per currency, never summed across currencies. */
  totals: Record<PaymentState, PaymentTotals>;
  /** Number of the affiliate's rows in each view of the leads screen. */
  counts: LeadCounts;
  leads: LeadCard[];
  deals: DealView[];
  claims: AffiliateClaims;
  /** Newest first. */
  terms: TermView[];
  /** The affiliate's won volume of this year. */
  won: { year: number; amounts: Money[] };
  activity: AuditRow[];
  /** Another affiliate with the same name, with whom they may be merged. */
  namesake: { id: string; email: string } | null;
  /** Affiliates who were merged into this one. */
  former: FormerAffiliate[];
  /** What is missing before they can be paid, and the account. */
  payee: Pick<PayeeView, "missing" | "accounts">;
}

/**
 * Reads the page of an affiliate; null if not found. Sums and counts come from the aggregates and lists are the first
 * rows of an index, so the cost does not depend on how much the affiliate has. Only claims, which are few, are summed.
 * Throws `forbidden`.
 */
export async function readAffiliatePage(scope: Scope, wanted: unknown): Promise<AffiliatePage | null> {
  requireStaff(scope);
  const affiliate = await readAffiliate(scope, wanted);
  if (!affiliate) return null;
  const { id } = affiliate;
  const { createdAt, signedInAt, membership } = await scope.db.affiliate.findFirstOrThrow({
    where: { id },
    select: { createdAt: true, signedInAt: true, membership: { select: { userId: true } } },
  });
  const person = (await readPeople(scope, [membership.userId])).get(membership.userId);
  const mailed = (await lastInvitations(scope, [id])).get(id);
  const year = yearOf(await scope.today());
  return {
    affiliate: {
      ...affiliate,
      addedAt: createdAt.toISOString(),
      signedInAt: signedInAt?.toISOString() ?? null,
      invited: mailed
        ? {
            sentAt: mailed.sentAt.toISOString(),
            validUntil: mailed.validUntil.toISOString(),
            expired: mailed.expired,
          }
        : null,
      refused: person?.refused ?? false,
      hasLeft: await hasLeft(scope, { email: affiliate.email, userId: membership.userId, signedInAt }),
    },
    totals: await totalPayments(scope, { affiliateId: id }),
    counts: await countLeads(scope, id),
    leads: await latestLeadsOf(scope, id, LATEST),
    deals: (await listDeals(scope, { filter: { search: "", affiliate: id }, size: LATEST, cursor: null })).rows,
    claims: await claimsOfAffiliate(scope, id, LATEST),
    terms: await listTerms(scope, id),
    won: { year, amounts: await wonVolume(scope, id, year) },
    payee: await readPayee(scope, id),
    namesake: isErased(affiliate.email) ? null : await namesakeOf(scope, id),
    former: await formerOf(scope, id),
    activity: await latestAbout(scope, id, LATEST_ENTRIES),
  };
}
