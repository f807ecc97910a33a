import { useState } from "react";
import type { PaymentView } from "~/domain/commissions/payment";
import { sumByCurrency, type Money } from "~/domain/shared/money";

/** Everything that is due to the affiliate the list is narrowed to. */
export interface AllDue {
  affiliateId: string;
  name: string;
  count: number;
  amounts: Money[];
}

/**
 * Which payments of the page are to be paid, or everything an affiliate is owed. `first` are the ids to begin with: what a
 * form posted without JavaScript had chosen.
 */
export function useSelection(rows: readonly PaymentView[], all: AllDue | null, first: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(first));
  const [wantsAll, setWantsAll] = useState(false);
  // What has left the page is not chosen any more.
  const chosen = rows.filter(({ id }) => ids.has(id));
  const everything = wantsAll ? all : null;
  return {
    count: everything?.count ?? chosen.length,
    amounts: everything?.amounts ?? sumByCurrency(chosen.map(({ amount }) => amount)),
    everything: everything !== null,
    wholePage: rows.length > 0 && chosen.length === rows.length,
    has: (id: string) => everything !== null || ids.has(id),
    choose(id: string, on: boolean) {
      const next = new Set(ids);
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    choosePage: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    chooseEverything: setWantsAll,
    clear() {
      setIds(new Set());
      setWantsAll(false);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;
