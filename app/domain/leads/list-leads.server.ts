import type { Order } from "../shared/order";
import { beyondPlace, inOrder, keyset, momentKey, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";
import { leadCards, type LeadCard } from "./lead-cards.server";
import { everything, inOrderOf, ofAffiliate, type LeadFilter, type LeadOrder } from "./lead-filter";
import type { Matches } from "./match-leads.server";

export interface LeadsWanted extends PageRequest {
  statuses: readonly LeadStatus[];
  filter?: LeadFilter;
  /** What the filter's search has found. */
  matches?: Matches | null;
  order?: Order<LeadOrder>;
}

/** Newest first. */
export const usualLeadOrder: Order<LeadOrder> = { by: "created", direction: "desc" };

type Placed = { createdAt: Date; search: string };

/** By what each order places a lead. The search text begins with the company, without accents and case, as in a dictionary. */
const columns = {
  created: {
    column: "createdAt",
    valid: momentKey.valid,
    value: momentKey.value,
    keyOf: (lead: Placed) => momentKey.of(lead.createdAt),
  },
  company: {
    column: "search",
    valid: (key: string) => /^[\w-]*$/.test(key) && !textOf(key).includes("\0"),
    value: textOf,
    keyOf: (lead: Placed) => Buffer.from(lead.search).toString("base64url"),
  },
} satisfies Record<LeadOrder, object>;

function textOf(key: string): string {
  return Buffer.from(key, "base64url").toString();
}

/** Whether open leads can be sorted by company quickly: all of them, or the few that a search has found. */
export const mayOrderByCompany = ({ search, affiliate }: LeadFilter): boolean =>
  search !== "" || affiliate === null;

/** A page of the leads of these statuses (LEAD-01, LEAD-05). Throws `forbidden`. */
export async function listLeads(scope: Scope, wanted: LeadsWanted): Promise<Page<LeadCard>> {
  requireStaff(scope);
  const { statuses, filter = everything, matches, order = usualLeadOrder } = wanted;
  const { column, valid, value, keyOf } = columns[order.by];
  const place = keyset(wanted, order.direction, valid);
  const read = await scope.db.lead.findMany({
    where: {
      ...beyondPlace<unknown>(place, column, value),
      // Of one status Postgres has the order from an index of all; of several from one of the open leads.
      status: statuses.length === 1 ? statuses[0]! : { in: [...statuses] },
      ...ofAffiliate(filter),
      ...(matches && { id: { in: matches.ids } }),
    },
    orderBy: inOrderOf(filter, place.direction, inOrder(place, column)),
    take: place.take,
    select: { id: true, createdAt: true, search: true },
  });
  const { rows, ...page } = place.page(read, keyOf);
  return { ...page, rows: await leadCards(scope, { ids: rows.map(({ id }) => id) }) };
}
