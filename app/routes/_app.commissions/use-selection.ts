import { useState } from "react";
import type { PaymentView } from "~/domain/commissions/payment";
import { sumByCurrency } from "~/domain/shared/money";

/**
 * Which payments of the page are to be paid. `first` are the ids to begin with: what a form posted without JavaScript had
 * chosen.
 */
export function useSelection(rows: readonly PaymentView[], first: readonly string[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set(first));
  // What has left the page is not chosen any more.
  const chosen = rows.filter(({ id }) => ids.has(id));
  return {
    count: chosen.length,
    amounts: sumByCurrency(chosen.map(({ amount }) => amount)),
    wholePage: rows.length > 0 && chosen.length === rows.length,
    has: (id: string) => ids.has(id),
    choose(id: string, on: boolean) {
      const next = new Set(ids);
      if (on) next.add(id);
      else next.delete(id);
      setIds(next);
    },
    choosePage: (on: boolean) => setIds(new Set(on ? rows.map(({ id }) => id) : [])),
    clear: () => setIds(new Set()),
  };
}

export type Selection = ReturnType<typeof useSelection>;
