import { Inbox } from "lucide-react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "~/components/ui/button";
import { cn } from "~/components/ui/cn";
import { EmptyState } from "~/components/ui/empty-state";
import type { LeadCard as Lead } from "~/domain/leads/list-leads.server";
import { LeadCard } from "./lead-card";

const columns = ["new", "contacted", "qualified"] as const;

export type PipelineProps = { leads: readonly Lead[]; total: number; timeZone: string };

/** The open leads: a column per status on wide screens, one below the other on phones. */
export function Pipeline({ leads, total, timeZone }: PipelineProps) {
  const { t } = useTranslation("leads");
  if (leads.length === 0) {
    return (
      <EmptyState
        framed
        icon={Inbox}
        title={t("pipeline.empty")}
        action={<ButtonLink to="/affiliates/new">{t("pipeline.empty_action")}</ButtonLink>}
      >
        {t("pipeline.empty_text")}
      </EmptyState>
    );
  }
  const groups = columns
    .map((status) => ({ status, leads: leads.filter((lead) => lead.status === status) }))
    // Nothing in this product sets "contacted" itself: its column stands only where such leads came in.
    .filter((group) => group.status !== "contacted" || group.leads.length > 0);
  return (
    <>
      <div className={cn("grid items-start gap-6 md:grid-cols-2", groups.length > 2 && "lg:grid-cols-3")}>
        {groups.map((group) => (
          <section
            key={group.status}
            aria-labelledby={`column-${group.status}`}
            className="min-w-0 space-y-3"
          >
            <h2 id={`column-${group.status}`} className="font-semibold">
              {t(`status.${group.status}`)}{" "}
              <span className="font-normal text-muted tabular-nums">{group.leads.length}</span>
            </h2>
            {group.leads.length === 0 && (
              <p className="rounded-lg border border-dashed p-4 text-muted">{t("pipeline.column_empty")}</p>
            )}
            <ul className="space-y-3">
              {group.leads.map((lead) => (
                <li key={lead.id}>
                  <LeadCard lead={lead} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          </section>
        ))}
      </div>
      {total > leads.length && <p className="text-muted">{t("newest_shown", { count: leads.length })}</p>}
    </>
  );
}
