import { Handshake, SquareKanban, Users, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { SearchResult } from "~/domain/search/search-organization.server";
import { affiliatePath, dealPath, leadPath, wonLeadPath } from "~/web/thing-paths";
import { useFormat } from "~/web/use-format";

export interface Found {
  id: string;
  to: string;
  title: string;
  /** Status, affiliate, amount. */
  detail: string;
}

export interface FoundKind {
  kind: keyof SearchResult;
  icon: LucideIcon;
  found: Found[];
  /** There is more than what is listed. */
  more: boolean;
  /** The screen of this kind, searched for the same. */
  all: string;
}

/** Shorter texts find too much to be of use, and no index finds it. */
export const fewestLetters = 2;

/** Where a lead is shown: above the view it belongs to. */
function pathOfLead({ id, status }: SearchResult["leads"]["hits"][number]): string {
  if (status === "converted") return wonLeadPath(id);
  return leadPath(id, status === "lost" ? "?tab=archive" : "");
}

/** What a search found, in words and with addresses; kinds of which nothing was found are left out. */
export function useFound(query: string, result: SearchResult | null): FoundKind[] {
  const { t } = useTranslation(["shell", "leads", "affiliates"]);
  const { money } = useFormat();
  if (!result) return [];
  const affiliateOf = (name: string | null) => name ?? t("search.no_affiliate");
  const line = (...parts: string[]) => parts.join(" · ");
  const { leads, deals, affiliates } = result;
  const kinds: FoundKind[] = [
    {
      kind: "leads",
      icon: SquareKanban,
      all: `/leads?${new URLSearchParams({ q: query })}`,
      more: leads.more,
      found: leads.hits.map((lead) => ({
        id: lead.id,
        to: pathOfLead(lead),
        title: lead.company,
        detail: line(t(`leads:status.${lead.status}`), lead.contact, affiliateOf(lead.affiliate)),
      })),
    },
    {
      kind: "deals",
      icon: Handshake,
      all: `/leads?${new URLSearchParams({ tab: "deals", q: query })}`,
      more: deals.more,
      found: deals.hits.map((deal) => ({
        id: deal.id,
        to: dealPath(deal.id),
        title: deal.title,
        detail: line(deal.company, money(deal.amount), affiliateOf(deal.affiliate)),
      })),
    },
    {
      kind: "affiliates",
      icon: Users,
      all: `/affiliates?${new URLSearchParams({ q: query })}`,
      more: affiliates.more,
      found: affiliates.hits.map((affiliate) => ({
        id: affiliate.id,
        to: affiliatePath(affiliate.id),
        title: affiliate.name,
        detail: line(affiliate.email, t(`affiliates:status.${affiliate.status}`)),
      })),
    },
  ];
  return kinds.filter(({ found }) => found.length > 0);
}
