import { useLocation, useNavigate } from "@remix-run/react";
import type { MouseEvent } from "react";
import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { useCardTexts } from "./card-texts";
import { LeadCard } from "./lead-card";
import { leadsPath } from "./lead-view";
import type { Moves } from "./use-lead-moves";

export type LeadCardsProps = { leads: readonly Lead[]; moves: Moves; className: string };

/** A list of cards: what they share is looked up once. */
export function LeadCards({ leads, moves, className }: LeadCardsProps) {
  const texts = useCardTexts();
  const location = useLocation();
  const onClick = useLinks();
  const shared = { texts, search: location.search, action: leadsPath(location) };
  return (
    <ul className={className} onClick={onClick}>
      {leads.map((lead) => (
        <li key={lead.id} className="min-w-0">
          <LeadCard lead={lead} moving={moves.has(lead.id)} {...shared} />
        </li>
      ))}
    </ul>
  );
}

/** Follows the cards' links without loading the page anew. A hundred Link components cost more than all the rest of it. */
function useLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[data-discover]");
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    navigate(link.pathname + link.search, { preventScrollReset: true });
  };
}
