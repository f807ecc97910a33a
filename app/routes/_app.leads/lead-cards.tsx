import { useRef, type MouseEvent } from "react";
import { PrefetchLinks } from "~/components/ui/prefetch-links";
import { swallowRepeats } from "~/components/ui/swallow-repeats";
import { useAddress } from "~/components/ui/use-address";
import { useListLinks } from "~/components/ui/use-list-links";
import type { LeadCard as Lead } from "~/domain/leads/lead-cards.server";
import { useCardTexts } from "~/components/leads/card-texts";
import { LeadCard } from "./lead-card";
import { leadsPath } from "~/paths/lead-view";
import type { Moves } from "~/components/leads/use-lead-moves";

export type LeadCardsProps = {
  /** Names the leads, for the announcement after filtering. */
  label: string;
  leads: readonly Lead[];
  moves: Moves;
  className: string;
};

/** A list of cards. Their common texts are looked up once. */
export function LeadCards({ label, leads, moves, className }: LeadCardsProps) {
  const texts = useCardTexts();
  const location = useAddress();
  const follow = useListLinks();
  const list = useRef<HTMLUListElement>(null);
  const shared = { texts, search: location.search, action: leadsPath(location) };
  function onClick(event: MouseEvent<HTMLElement>) {
    // The card below must not get the second half of a double click on a button.
    if ((event.target as Element).closest("button")) swallowRepeats(event.nativeEvent);
    follow(event);
  }
  const cards = leads.map((lead) => (
    <li key={lead.id} className="min-w-0">
      <LeadCard lead={lead} moving={moves.has(lead.id)} {...shared} />
    </li>
  ));
  return (
    <>
      <ul ref={list} data-list={label} className={className} onClick={onClick}>
        {cards}
      </ul>
      <PrefetchLinks within={list} />
    </>
  );
}
