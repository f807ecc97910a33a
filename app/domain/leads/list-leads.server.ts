import { beyondPlace, inOrder, keyset, momentKey, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { leadCards, type LeadCard } from "./lead-cards.server";
import { everything, inOrderOf, ofAffiliate, type LeadFilter } from "./lead-filter";
import type { Matches } from "./match-leads.server";

export interface LeadsWanted extends PageRequest {
  status: LeadStatus;
  filter?: LeadFilter;
  /** What the filter's search has found. */
  matches?: Matches | null;
}

/** A page of the leads of one status, newest first (LEAD-01, LEAD-05). Throws `forbidden`. */
export async function listLeads(scope: Scope, wanted: LeadsWanted): Promise<Page<LeadCard>> {
  requireStaff(scope);
  const { status, filter = everything, matches } = wanted;
  const place = keyset(wanted, "desc", momentKey.valid);
  const read = await scope.db.lead.findMany({
    where: {
      ...beyondPlace(place, "createdAt", momentKey.value),
      status,
      ...ofAffiliate(filter),
      ...(matches && { id: { in: matches.ids } }),
    },
    orderBy: inOrderOf(filter, place.direction, inOrder(place, "createdAt")),
    take: place.take,
    select: { id: true, createdAt: true },
  });
  const { rows, ...page } = place.page(read, (lead) => momentKey.of(lead.createdAt));
  return { ...page, rows: await leadCards(scope, { ids: rows.map(({ id }) => id) }) };
}
