import { useAffiliateName } from "~/browser/namesakes";
import type { IconName } from "~/components/ui/icon";
import { displayEmail } from "~/domain/shared/erased";
import { useTranslation } from "react-i18next";
import type { SearchResult } from "~/domain/search/search-organization.server";
import { useFormat } from "~/browser/use-format";
import { ALL_LEADS } from "~/paths/lead-view";
import { paths } from "~/paths/paths";

export interface Found {
  id: string;
  to: string;
  title: string;
  /** Status, affiliate, amount. */
  detail: string;
}

export interface FoundKind {
  kind: keyof SearchResult;
  icon: IconName;
  found: Found[];
  /** True if there are more results than those listed. */
  more: boolean;
  /** The list of this kind with the same search. */
  all: string;
}

/** Shorter texts match too much and cannot use the index. */
export const fewestLetters = 2;

/** Returns the path of a lead, opened over the tab it is listed in. */
function pathOfLead({ id, status }: SearchResult["leads"]["hits"][number]): string {
  if (status === "converted") return paths.wonLead(id);
  return paths.lead(id, status === "lost" ? "?tab=archive" : "");
}

/** Returns search results as texts and paths. Kinds without results are left out. */
export function useFound(query: string, result: SearchResult | null): FoundKind[] {
  const { t } = useTranslation(["shell", "leads", "affiliates"]);
  const { money } = useFormat();
  const affiliateName = useAffiliateName();
  if (!result) return [];
  const affiliateOf = ({ affiliateId, affiliate }: { affiliateId: string | null; affiliate: string | null }) =>
    affiliateName(affiliateId, affiliate) ?? t("search.no_affiliate");
  const line = (...parts: (string | null)[]) => parts.filter(Boolean).join(" · ");
  const { leads, deals, affiliates } = result;
  const kinds: FoundKind[] = [
    {
      kind: "leads",
      icon: "square-kanban",
      // Of every status: the pipeline does not have those that are won or lost.
      all: paths.leads({ status: ALL_LEADS, q: query }),
      more: leads.more,
      found: leads.hits.map((lead) => ({
        id: lead.id,
        to: pathOfLead(lead),
        title: lead.company,
        detail: line(t(`leads:status.${lead.status}`), lead.contact, affiliateOf(lead)),
      })),
    },
    {
      kind: "deals",
      icon: "handshake",
      all: paths.leads({ tab: "deals", q: query }),
      more: deals.more,
      found: deals.hits.map((deal) => ({
        id: deal.id,
        to: paths.deal(deal.id),
        title: deal.title,
        detail: line(deal.company, money(deal.amount), affiliateOf(deal)),
      })),
    },
    {
      kind: "affiliates",
      icon: "users",
      all: paths.affiliates({ q: query }),
      more: affiliates.more,
      found: affiliates.hits.map((affiliate) => ({
        id: affiliate.id,
        to: paths.affiliate(affiliate.id),
        title: affiliate.name,
        detail: line(displayEmail(affiliate.email), t(`affiliates:status.${affiliate.status}`)),
      })),
    },
  ];
  return kinds.filter(({ found }) => found.length > 0);
}
