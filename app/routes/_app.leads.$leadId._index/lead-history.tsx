import { Link } from "@remix-run/react";
import { Inbox, Pencil, UserPlus, type LucideIcon } from "lucide-react";
import { useTranslation } from "react-i18next";
import { leadStatusLooks } from "~/components/leads/lead-status-badge";
import { useAddress } from "~/components/ui/use-address";
import type { LeadEvent } from "~/domain/leads/read-lead-history.server";
import { dealPath } from "~/web/thing-paths";
import { useAuditDetail } from "../_app.settings.activity/use-audit-detail";
import { useAuditWords } from "../_app.settings.activity/use-audit-words";

const icons: Record<LeadEvent["kind"], LucideIcon> = {
  submitted: Inbox,
  added: UserPlus,
  edited: Pencil,
  qualified: leadStatusLooks.qualified.icon,
  won: leadStatusLooks.converted.icon,
  lost: leadStatusLooks.lost.icon,
};

export type LeadHistoryProps = { events: readonly LeadEvent[]; timeZone: string };

/** What became of a lead, from the beginning: what, by whom and when. */
export function LeadHistory({ events, timeZone }: LeadHistoryProps) {
  const { t } = useTranslation("leads");
  const { search } = useAddress();
  const { who, when } = useAuditWords(timeZone);
  const detailOf = useAuditDetail();
  return (
    <ol className="space-y-3">
      {events.map(({ kind, at, by, deal, data }, place) => {
        const Icon = icons[kind];
        const edit = kind === "edited" && detailOf({ action: "lead.edit", data });
        return (
          <li key={place} className="flex items-start gap-3">
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted">
              <Icon aria-hidden className="size-3.5" />
            </span>
            <div className="min-w-0 flex-1 gap-x-4 pt-0.5 md:flex md:items-baseline md:justify-between">
              <p className="min-w-0 wrap-anywhere">
                <span className="font-medium">{t(`view.event.${kind}`)}</span>
                {deal && (
                  <>
                    {": "}
                    <Link
                      to={dealPath(deal.id, search)}
                      preventScrollReset
                      prefetch="intent"
                      className="underline underline-offset-4"
                    >
                      {deal.title}
                    </Link>
                  </>
                )}
                {by && <span className="text-muted">{` · ${who(by)}`}</span>}
                {edit && <span className="block text-xs text-muted">{edit}</span>}
              </p>
              <time dateTime={at} className="text-xs whitespace-nowrap text-muted tabular-nums">
                {when(at)}
              </time>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
