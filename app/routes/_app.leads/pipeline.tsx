import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { countText } from "~/components/ui/count-text";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { LeadBoard, LeadColumn } from "~/domain/leads/lead-board.server";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadStatus } from "~/domain/leads/lead";
import { NoLeadsYet } from "./empty-lists";
import { LeadCards } from "./lead-cards";
import { leadsPathWith } from "~/paths/lead-view";
import type { Moves } from "~/components/leads/use-lead-moves";
import { ButtonLink } from "~/components/ui/button";
import { useHydrated } from "~/browser/use-hydrated";
import { COLUMN_SIZE, columnParam, MAX_COLUMN_LENGTH, parseColumnSizes, sizeOf } from "~/domain/leads/lead-columns";

export type PipelineProps = LeadBoard & {
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  /** Replaces the board when a filter hides everything. */
  nothing: ReactNode;
};

/** The open leads: a column per status on wide screens, one below the other on phones. */
export function Pipeline({ columns, leads, moves, onSubmit, nothing }: PipelineProps) {
  const statusNow = (lead: LeadCard): LeadStatus => moves.get(lead.id) ?? lead.status;
  if (leads.length === 0) return nothing ?? <NoLeadsYet />;
  const shown = withComing(columns, leads.map(statusNow));
  return (
    <div
      onSubmit={onSubmit}
      className={cn("grid items-start gap-6 md:grid-cols-2", shown.length > 2 && "lg:grid-cols-3")}
    >
      {shown.map((column) => {
        const cards = leads.filter((lead) => statusNow(lead) === column.status);
        const came = cards.filter((lead) => lead.status !== column.status).length;
        const left = leads.filter((lead) => lead.status === column.status).length - cards.length + came;
        return (
          <Column
            key={column.status}
            column={{ ...column, count: column.count + came - left }}
            leads={cards}
            moves={moves}
          />
        );
      })}
    </div>
  );
}

/** Adds the column of an empty status immediately while a lead is being moved to it. */
function withComing(columns: readonly LeadColumn[], statuses: readonly LeadStatus[]): readonly LeadColumn[] {
  if (!statuses.includes("contacted") || columns.some(({ status }) => status === "contacted")) return columns;
  return [columns[0]!, { status: "contacted", count: 0, cut: false }, ...columns.slice(1)];
}

type ColumnProps = { column: LeadColumn; leads: readonly LeadCard[]; moves: Moves };

function Column({ column, leads, moves }: ColumnProps) {
  const { t } = useTranslation("leads");
  return (
    <section aria-labelledby={`column-${column.status}`} className="@container min-w-0">
      <ColumnHead column={column} shown={leads.length} />
      <LeadCards
        label={t(`status.${column.status}`)}
        leads={leads}
        moves={moves}
        className="grid grid-cols-1 gap-3 @3xl:grid-cols-2"
      />
      <ShowMore column={column} leads={leads} />
    </section>
  );
}

function ColumnHead({ column, shown }: { column: LeadColumn; shown: number }) {
  const { t, i18n } = useTranslation("leads");
  const location = useAddress();
  const count = countText(column, i18n.language);
  return (
    <>
      <div className="mb-2 flex min-h-10 items-center justify-between gap-3">
        <h2 id={`column-${column.status}`} tabIndex={-1} data-quiet-focus className="font-semibold">
          {t(`status.${column.status}`)} <span className="font-normal text-muted tabular-nums">{count}</span>
        </h2>
        {(column.count > shown || column.cut) && (
          <Link
            to={leadsPathWith(location, { status: column.status })}
            prefetch="intent"
            className="flex min-h-10 items-center text-muted underline underline-offset-4 hover:text-ink"
          >
            {t("pipeline.all")}
            <span className="sr-only">: {t(`status.${column.status}`)}</span>
          </Link>
        )}
      </div>
      {shown === 0 && <p className="rounded-lg border border-dashed p-4 text-muted">{t("pipeline.column_empty")}</p>}
    </>
  );
}

type ShowMoreProps = { column: LeadColumn; leads: readonly LeadCard[] };

/** Below a column with more leads than it shows: how many, and a link that shows more. */
function ShowMore({ column, leads }: ShowMoreProps) {
  const { t, i18n } = useTranslation(["leads", "common"]);
  const location = useAddress();
  const hydrated = useHydrated();
  const last = leads.at(-1)?.id;
  const goOn = useFocusAfter();
  const { status, count } = column;
  const size = sizeOf(parseColumnSizes(new URLSearchParams(location.search)), status);
  const total = countText(column, i18n.language);
  if (!last || count <= leads.length) return null;
  const to = leadsPathWith(location, { [columnParam(status)]: String(size + COLUMN_SIZE) });
  return (
    <div className="mt-3 flex flex-wrap items-center justify-center gap-x-3 gap-y-1">
      <span className="text-muted tabular-nums">{t("common:shown_of", { shown: leads.length, total })}</span>
      {size < MAX_COLUMN_LENGTH && (
        <ButtonLink
          // Without JavaScript the fragment keeps the position on the page.
          to={hydrated ? to : `${to}#lead-${last}`}
          variant="secondary"
          size="sm"
          replace
          preventScrollReset
          onClick={() => goOn(last)}
        >
          {t("pipeline.more", { count: Math.min(COLUMN_SIZE, count - leads.length) })}
          <span className="sr-only">: {t(`status.${status}`)}</span>
        </ButtonLink>
      )}
    </div>
  );
}

/** Moves the focus to the first added card. */
function useFocusAfter() {
  const after = useRef<string>();
  useEffect(() => {
    const item = after.current && document.getElementById(`lead-${after.current}`)?.closest("li");
    const link = item && item.nextElementSibling?.querySelector("a");
    if (!link) return;
    after.current = undefined;
    link.focus({ preventScroll: true });
  });
  return (id: string) => {
    after.current = id;
  };
}
