import type { FormEvent } from "react";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { Archive } from "./archive";
import { DealsTable } from "./deals-table";
import { NothingMatches } from "./empty-lists";
import type { ChosenPeriod } from "~/domain/shared/period";
import type { LeadsScreen } from "./read-leads-screen.server";
import { DealSum } from "./deal-sum";
import { LeadTable } from "./lead-table";
import { isNarrowed, type LeadView } from "~/paths/lead-view";
import { Pipeline } from "./pipeline";
import { StatusList } from "./status-list";
import type { Moves } from "~/components/leads/use-lead-moves";

export type LeadListProps = {
  view: LeadView;
  list: LeadsScreen["list"];
  affiliates: readonly AffiliateChoice[];
  period: ChosenPeriod | null;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
};

/** The content below the tabs. */
export function LeadList({ view, list, affiliates, period, moves, onSubmit }: LeadListProps) {
  const nothing = isNarrowed(view) ? <NothingMatches view={view} affiliates={affiliates} period={period} /> : null;
  switch (list.kind) {
    case "board":
      return <Pipeline {...list.board} moves={moves} onSubmit={onSubmit} nothing={nothing} />;
    case "status":
      return (
        <StatusList
          page={list.leads}
          total={list.total}
          status={list.status}
          moves={moves}
          onSubmit={onSubmit}
          nothing={nothing}
        />
      );
    case "list":
      return (
        <LeadTable
          page={list.leads}
          total={list.total}
          order={list.order}
          sortable={list.sortable}
          moves={moves}
          onSubmit={onSubmit}
          nothing={nothing}
        />
      );
    case "deals":
      return (
        <div className="space-y-4">
          {list.sum && <DealSum count={list.total?.count ?? 0} amounts={list.sum} />}
          <DealsTable
            page={list.deals}
            total={list.total}
            order={list.order}
            sortable={list.sortable}
            nothing={nothing}
          />
        </div>
      );
    case "archive":
    case "all":
      return <Archive page={list.leads} total={list.total} nothing={nothing} all={list.kind === "all"} />;
  }
}
