import { useNavigate } from "@remix-run/react";
import { useRef, type MouseEvent } from "react";
import { useAddress } from "~/components/ui/use-address";
import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { useCardTexts } from "./card-texts";
import { LeadCard } from "./lead-card";
import { leadsPath } from "./lead-view";
import { PrefetchLinks } from "./prefetch-links";
import { swallowRepeats } from "./swallow-repeats";
import type { Moves } from "./use-lead-moves";

export type LeadCardsProps = { leads: readonly Lead[]; moves: Moves; className: string };

/** A list of cards: what they share is looked up once. */
export function LeadCards({ leads, moves, className }: LeadCardsProps) {
  const texts = useCardTexts();
  const location = useAddress();
  const onClick = useLinks();
  const list = useRef<HTMLUListElement>(null);
  const shared = { texts, search: location.search, action: leadsPath(location) };
  return (
    <>
      <ul ref={list} className={className} onClick={onClick}>
        {leads.map((lead) => (
          <li key={lead.id} className="min-w-0">
            <LeadCard lead={lead} moving={moves.has(lead.id)} {...shared} />
          </li>
        ))}
      </ul>
      <PrefetchLinks within={list} />
    </>
  );
}

/**
 * Follows the cards' links without loading the page anew; a hundred Link components cost more than all the rest of it. A
 * double click on a link or a button counts once: the card below must not get the second half of it.
 */
function useLinks() {
  const navigate = useNavigate();
  return (event: MouseEvent<HTMLElement>) => {
    const target = event.target as Element;
    if (target.closest("button")) swallowRepeats(event.nativeEvent);
    const link = target.closest<HTMLAnchorElement>("a[data-discover]");
    const elsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
    if (!link || event.defaultPrevented || event.button !== 0 || elsewhere) return;
    event.preventDefault();
    swallowRepeats(event.nativeEvent);
    navigate(link.pathname + link.search, { preventScrollReset: true });
  };
}
