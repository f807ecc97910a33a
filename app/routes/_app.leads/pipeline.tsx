import { type FormEvent, type ReactNode, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { cn } from "~/components/ui/cn";
import { countText } from "~/components/ui/count-text";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { LeadBoard, LeadColumn, LeadOutcomes } from "~/domain/leads/lead-board.server";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadStatus } from "~/domain/leads/lead";
import { NoLeadsYet } from "./empty-lists";
import { LeadCards } from "./lead-cards";
import { leadsPathWith } from "~/paths/lead-view";
import type { Moves } from "~/components/leads/use-lead-moves";
import { ButtonLink } from "~/components/ui/button";
import { useFormat } from "~/browser/use-format";
import { useHydrated } from "~/browser/use-hydrated";
import { COLUMN_SIZE, columnParam, MAX_COLUMN_LENGTH, parseColumnSizes, sizeOf } from "~/domain/leads/lead-columns";

export type PipelineProps = LeadBoard & {
  outcomes: LeadOutcomes;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  /** Replaces the board when a filter hides everything. */
  nothing: ReactNode;
};

/** The open leads: a column per status on wide screens, one below the other on phones. */
export function Pipeline({ columns, leads, outcomes, moves, onSubmit, nothing }: PipelineProps) {
  const statusNow = (lead: LeadCard): LeadStatus => moves.get(lead.id) ?? lead.status;
  if (leads.length === 0) return nothing ?? <NoLeadsYet />;
  const shown = withComing(columns, leads.map(statusNow));
  return (
    <Board onSubmit={onSubmit} className={cn("md:grid-cols-2", shown.length > 2 && "lg:grid-cols-3")}>
      <Outcomes {...outcomes} />
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
    </Board>
  );
}

type BoardProps = Pick<PipelineProps, "onSubmit"> & { className: string; children: ReactNode };

/**
 * The columns. What moves their cards is loaded with the first sign of use. Until then, and without it, cards have
 * their buttons.
 */
function Board({ className, ...props }: BoardProps) {
  const board = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = board.current;
    if (!element) return;
    let isGone = false;
    let end: (() => void) | undefined;
    const once = new AbortController();
    const load = () => {
      once.abort();
      void import("~/components/leads/board/move-cards").then(
        ({ moveCards }) => {
          if (!isGone) end = moveCards(element);
        },
        // After a new release an open page can no longer load its old files.
        () => {},
      );
    };
    for (const sign of ["pointerover", "focusin"]) element.addEventListener(sign, load, { signal: once.signal });
    // A finger gives no sign before it is already pressing.
    if (matchMedia("(pointer: coarse)").matches) load();
    return () => {
      isGone = true;
      once.abort();
      end?.();
    };
  }, []);
  return (
    <div
      ref={board}
      data-board
      tabIndex={-1}
      data-quiet-focus
      className={cn("grid gap-x-6 gap-y-4", className)}
      {...props}
    />
  );
}

/** What became of the leads, with sums. Cards can be dropped here, too. */
function Outcomes({ won, lost }: LeadOutcomes) {
  const { t, i18n } = useTranslation("leads");
  const location = useAddress();
  const format = useFormat();
  const outcomes = [
    { status: "converted", changes: { tab: "deals", deals: "won" }, count: won, amounts: won.amounts ?? [] },
    { status: "lost", changes: { tab: "archive" }, count: lost, amounts: [] },
  ] as const;
  return (
    <div className="col-span-full grid gap-2 max-md:order-last md:grid-cols-2 md:gap-6">
      {outcomes.map(({ status, changes, count, amounts }) => (
        <Link
          key={status}
          to={leadsPathWith(location, changes)}
          prefetch="intent"
          data-drop={status}
          className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg border px-4 py-2 tabular-nums hover:bg-sunken"
        >
          <span className="font-semibold">
            {t(`status.${status}`)} <span className="font-normal text-muted">{countText(count, i18n.language)}</span>
          </span>
          {amounts.map((amount) => (
            <span key={amount.currency} className="wrap-anywhere">
              {format.money(amount)}
            </span>
          ))}
        </Link>
      ))}
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
    <section aria-labelledby={`column-${column.status}`} data-drop={column.status} className="@container min-w-0">
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
