import ArrowLeft from "lucide-react/icons/arrow-left";
import type { FormEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { Count } from "~/components/ui/count-text";
import { Link } from "~/components/ui/link";
import { PageLinks } from "~/components/ui/page-links";
import { useAddress } from "~/components/ui/use-address";
import type { LeadCard } from "~/domain/leads/lead-cards.server";
import type { LeadStatus } from "~/domain/leads/lead";
import type { Page } from "~/domain/shared/page";
import { LeadCards } from "./lead-cards";
import { leadsPathWith } from "~/paths/lead-view";
import type { Moves } from "~/components/leads/use-lead-moves";
import { paths } from "~/paths/paths";

export type StatusListProps = {
  page: Page<LeadCard>;
  total: Count;
  status: LeadStatus;
  moves: Moves;
  onSubmit: (event: FormEvent<HTMLElement>) => void;
  nothing: ReactNode;
};

/** All open leads of one status, page by page. */
export function StatusList({ page, total, status, moves, onSubmit, nothing }: StatusListProps) {
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
          <ArrowLeft aria-hidden className="size-4" />
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
