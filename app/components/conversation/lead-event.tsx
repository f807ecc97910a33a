import { useTranslation } from "react-i18next";
import { leadStatusLooks } from "~/components/leads/lead-status-badge";
import { Icon, type IconName } from "~/components/ui/icon";
import { Link } from "~/components/ui/link";
import { useAddress } from "~/components/ui/use-address";
import type { LeadEvent } from "~/domain/leads/read-lead-history.server";
import { useAuditDetail } from "~/components/audit/use-audit-detail";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { paths } from "~/paths/paths";

const icons: Record<LeadEvent["kind"], IconName> = {
  submitted: "inbox",
  added: "user-plus",
  imported: "user-plus",
  edited: "pencil",
  erased: "eraser",
  merged: "arrow-left-right",
  contacted: leadStatusLooks.contacted.icon,
  qualified: leadStatusLooks.qualified.icon,
  won: leadStatusLooks.converted.icon,
  lost: leadStatusLooks.lost.icon,
  reopened: leadStatusLooks.new.icon,
};

/** Text keys of the steps; a step that changed the status uses the name of the status. */
const words = {
  submitted: "view.event.submitted",
  added: "view.event.added",
  imported: "view.event.imported",
  edited: "view.event.edited",
  erased: "view.event.erased",
  merged: "view.event.merged",
  reopened: "view.event.reopened",
  contacted: "status.contacted",
  qualified: "status.qualified",
  won: "status.converted",
  lost: "status.lost",
} as const satisfies Record<LeadEvent["kind"], string>;

type LeadEventLineProps = { event: LeadEvent; timeZone: string };

/** A step in the history of a lead: what, by whom and when. */
export function LeadEventLine({ event, timeZone }: LeadEventLineProps) {
  const { t } = useTranslation(["leads", "common"]);
  const { search } = useAddress();
  const { who, when } = useAuditWords(timeZone);
  const detailOf = useAuditDetail();
  const { kind, at, by, deal, reason, data } = event;
  const edit = kind === "edited" && detailOf({ action: "lead.edit", data });
  return (
    <>
      <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted">
        <Icon name={icons[kind]} className="size-3.5" />
      </span>
      <div className="min-w-0 flex-1 gap-x-4 pt-0.5 md:flex md:items-baseline md:justify-between">
        <p className="min-w-0 wrap-anywhere">
          <span className="font-medium">
            {deal ? t("common:labelled", { label: t(words[kind]), value: "" }) : t(words[kind])}
          </span>
          {deal && (
            <Link
              to={paths.deal(deal.id, search)}
              preventScrollReset
              prefetch="intent"
              className="underline underline-offset-4"
            >
              {deal.title}
            </Link>
          )}
          {by && <span className="text-muted">{` · ${who(by)}`}</span>}
          {reason && <span className="block whitespace-pre-line text-muted">{t("view.reason", { reason })}</span>}
          {edit && <span className="block text-xs text-muted">{edit}</span>}
        </p>
        <time dateTime={at} className="text-xs whitespace-nowrap text-muted tabular-nums">
          {when(at)}
        </time>
      </div>
    </>
  );
}
