import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { countText } from "~/components/ui/count-text";
import { useAddress } from "~/components/ui/use-address";
import { useHydrated } from "~/browser/use-hydrated";
import type { LeadColumn } from "~/domain/leads/lead-board.server";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import { COLUMN_SIZE, columnParam, LONGEST_COLUMN, parseColumnSizes, sizeOf } from "~/domain/leads/lead-columns";
import { leadsPathWith } from "~/paths/lead-view";

export type ShowMoreProps = { column: LeadColumn; leads: readonly LeadCard[] };

/** Below a column with more leads than it shows: how many, and a link that shows more. */
export function ShowMore({ column, leads }: ShowMoreProps) {
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
      {size < LONGEST_COLUMN && (
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
