import { useAffiliateName } from "~/browser/namesakes";
import { useLocation } from "@remix-run/react";
import { useEffect, useId } from "react";
import { useTranslation } from "react-i18next";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import { useFormat } from "~/browser/use-format";
import { LeadEventLine } from "./lead-event";
import { StatusBadge } from "~/components/ui/badge";
import { Icon } from "~/components/ui/icon";
import type { StaffEntry } from "~/domain/leads/conversation";
import type { LeadPage } from "~/domain/leads/read-lead-page.server";
import { ANSWER } from "~/paths/lead-view";
import { paths } from "~/paths/paths";
import { EntryCard } from "./entry-card";
import { EntryForm } from "./entry-form";
import "./conversation-texts";

type LeadTimelineProps = LeadPage & {
  /** The page that shows it, which its forms are posted to. */
  action: string;
  className?: string;
};

/**
 * What has happened to a lead and what was written about it, oldest first, with the forms for a note and a message
 * (WORK-06). The page of the lead and those of its deals show the same.
 */
export function LeadTimeline(props: LeadTimelineProps) {
  const affiliateName = useAffiliateName();
  const {
    action,
    className = "mt-6 border-t pt-4",
    leadId,
    events,
    entries,
    people,
    reader,
    submissionId,
    timeZone,
  } = props;
  const { t } = useTranslation(["conversation", "leads"]);
  const id = useId();
  const reply = useReply();
  const toMessage = replyTo(reply, "message");
  useAnswering();
  // The affiliate wrote last, so somebody is about to answer.
  const isWaiting = entries.findLast(({ kind }) => kind === "message")?.by.kind === "affiliate";
  const items = [
    ...events.map((event) => ({ at: event.at, event, entry: null })),
    ...entries.map((entry) => ({ at: entry.at, event: null, entry })),
  ].sort((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0));
  // What was just written is not in the form any more.
  const last = entries.findLast(({ canTakeBack }) => canTakeBack)?.id;
  const form = { action, leadId, submissionId, people };
  return (
    <section aria-labelledby={id} className={className}>
      <h3 id={id} className="mb-3 font-semibold">
        {t("leads:view.history")}
      </h3>
      <ol className="space-y-3">
        {items.map(({ event, entry }, place) => (
          <li key={entry?.id ?? place} className="flex items-start gap-3">
            {event && <LeadEventLine event={event} timeZone={timeZone} />}
            {entry && (
              <>
                <span className="mt-2 grid size-6 shrink-0 place-items-center rounded-full bg-sunken text-muted">
                  <Icon
                    name={entry.stepOn ? "check" : entry.kind === "note" ? "lock" : "message-circle"}
                    className="size-3.5"
                  />
                </span>
                <EntryCard
                  entry={entry}
                  kind={entry.kind}
                  isStep={entry.stepOn !== null}
                  head={<Head entry={entry} />}
                  timeZone={timeZone}
                  action={action}
                  fileTo={paths.file}
                  people={people}
                />
              </>
            )}
          </li>
        ))}
      </ol>
      <div className="mt-5 grid gap-3">
        <div className="rounded-lg border border-dashed bg-warning-soft p-3 md:p-4">
          <EntryForm
            key={`note ${last}`}
            {...form}
            kind="note"
            label={t("write_note")}
            help={`${t("note_help")} ${t("mention_help")}`}
            lastResult={replyTo(reply, "note")}
          />
        </div>
        {reader && (
          <details open={isWaiting || toMessage !== undefined} className="rounded-lg border">
            <summary className="min-h-11 cursor-pointer px-3 py-2.5 font-medium wrap-anywhere md:px-4">
              {t("write_message", { affiliate: affiliateName(reader.id, reader.name) })}
            </summary>
            <div className="px-3 pb-3 md:px-4 md:pb-4">
              <EntryForm
                key={`message ${last}`}
                {...form}
                kind="message"
                affiliateId={reader.id}
                label={t("message_shared")}
                help={t("message_help", { affiliate: affiliateName(reader.id, reader.name) })}
                lastResult={toMessage}
              />
            </div>
          </details>
        )}
      </div>
    </section>
  );
}

/** Opens and focuses the form for a message if the address asks for it; without JavaScript it is scrolled to. */
function useAnswering() {
  const { hash } = useLocation();
  useEffect(() => {
    const field = hash === `#${ANSWER}` ? document.getElementById(ANSWER) : null;
    if (!field) return;
    field.closest("details")?.setAttribute("open", "");
    field.focus();
  }, [hash]);
}

function Head({ entry: { kind, by, reader, stepOn } }: { entry: StaffEntry }) {
  const { t } = useTranslation(["conversation", "work"]);
  const { day } = useFormat();
  const nameless = { member: "former", affiliate: "former_affiliate", program: "program" } as const;
  const name = by.name ?? t(nameless[by.kind]);
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <span className="font-medium">{name}</span>
      {stepOn && (
        <span className="text-muted">{`${t("work:step_done")} · ${t("work:step_was_on", { date: day(stepOn) })}`}</span>
      )}
      {kind === "note" && !stepOn && (
        <StatusBadge tone="warning" icon="lock">
          {t("internal")}
        </StatusBadge>
      )}
      {kind === "message" && (
        <span className="text-muted">{reader ? t("message_to", { affiliate: reader }) : t("message_shared")}</span>
      )}
    </span>
  );
}
