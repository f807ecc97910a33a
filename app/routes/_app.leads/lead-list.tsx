import type { FormEvent, ReactNode } from "react";
import { Icon } from "~/components/ui/icon";
import type { AffiliateChoice } from "~/domain/affiliates/affiliate-choices.server";
import { Archive } from "./archive";
import { DealsTable } from "./deals-table";
import { NothingMatches } from "./empty-lists";
import type { ChosenPeriod } from "~/domain/shared/period";
import type { LeadsScreen } from "./read-leads-screen.server";
import { LeadTable } from "./lead-table";
import { hasFilters, type LeadView, leadsPathWith } from "~/paths/lead-view";
import { Pipeline } from "./pipeline";
import type { Moves } from "~/components/leads/use-lead-moves";
import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import type { Money } from "~/domain/shared/money";
import type { Count } from "~/components/ui/count-text";
import { Link } from "~/components/ui/link";
import { PageLinks } from "~/components/ui/page-links";
import { useAddress } from "~/components/ui/use-address";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadStatus } from "~/domain/leads/lead";
import type { Page } from "~/domain/shared/page";
import { LeadCards } from "./lead-cards";
import { paths } from "~/paths/paths";

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
  const nothing = hasFilters(view) ? <NothingMatches view={view} affiliates={affiliates} period={period} /> : null;
  switch (list.kind) {
    case "board":
      return <Pipeline {...list.board} outcomes={list.outcomes} moves={moves} onSubmit={onSubmit} nothing={nothing} />;
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
          own={list.own}
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
            own={list.own}
            total={list.total}
            order={list.order}
            sortable={list.sortable}
            nothing={nothing}
          />
        </div>
      );
    case "archive":
    case "all":
      return (
        <Archive page={list.leads} own={list.own} total={list.total} nothing={nothing} all={list.kind === "all"} />
      );
  }
}

/** Above the deals of a period: their number on all pages, and their amounts per currency. */
function DealSum({ count, amounts }: { count: number; amounts: readonly Money[] }) {
  const { t } = useTranslation("leads");
  const format = useFormat();
  if (count === 0) return null;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 tabular-nums">
      <span className="text-muted">{t("deals.sum", { count })}</span>
      {amounts.map((amount) => (
        <span key={amount.currency} className="min-w-0 font-semibold wrap-anywhere">
          {format.money(amount)}
        </span>
      ))}
    </p>
  );
}

type StatusListProps = {
  page: Page<LeadCard>;
  total: Count;
  status: LeadStatus;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  nothing: ReactNode;
};

/** All open leads of one status, page by page. */
function StatusList({ page, total, status, moves, onSubmit, nothing }: StatusListProps) {
  const { t } = useTranslation("leads");
  const location = useAddress();
  const cards = page.rows.filter((lead) => !moves.has(lead.id));
  if (page.rows.length === 0) return nothing;
  return (
    <section aria-labelledby={`column-${status}`} onSubmit={onSubmit} className="space-y-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id={`column-${status}`} tabIndex={-1} data-quiet-focus className="font-semibold">
          {t(`status.${status}`)}
        </h2>
        <Link
          to={leadsPathWith(location, { status: "" })}
          prefetch="intent"
          className="inline-flex min-h-10 items-center gap-1.5 text-muted hover:text-ink"
        >
          <Icon name="arrow-left" className="size-4" />
          {t("pipeline.board")}
        </Link>
      </div>
      <LeadCards
        label={t(`status.${status}`)}
        leads={cards}
        moves={moves}
        className="grid gap-3 md:grid-cols-2 lg:grid-cols-3 min-[100rem]:grid-cols-4"
      />
      <PageLinks page={page} total={total} path={paths.leads()} />
    </section>
  );
}
