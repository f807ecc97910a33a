import { Form } from "@remix-run/react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { intent } from "~/browser/intents";
import { useFormat } from "~/browser/use-format";
import { SubmitButton } from "~/components/forms/submit-button";
import { cn } from "~/components/ui/cn";
import { Icon } from "~/components/ui/icon";
import type { Entry, EntryKind } from "~/domain/leads/conversation";
import type { Mentionable } from "~/domain/leads/mentions";
import { formatTime } from "~/domain/shared/dates";
import { ownConversationIntents } from "./conversation-intents";
import { WrittenText } from "./written-text";
import "./conversation-texts";

type EntryCardProps = {
  entry: Entry;
  kind: EntryKind;
  /** Whether it says that a next step was done. */
  isStep?: boolean;
  /** Who has written it, and for whom. */
  head: ReactNode;
  timeZone: string;
  /** The page whose action takes it back. */
  action: string;
  fileTo: (id: string) => string;
  people?: readonly Mentionable[];
};

/** A note or message. An internal note never looks like a message. */
export function EntryCard(props: EntryCardProps) {
  const { entry, kind, isStep = false, head, timeZone, action, fileTo, people } = props;
  const { t } = useTranslation(["conversation", "work"]);
  const { moment } = useFormat();
  const { id, at, text, file, canTakeBack } = entry;
  return (
    <div
      className={cn(
        "min-w-0 flex-1 space-y-1 rounded-lg border px-3 py-2",
        kind === "note" && !isStep && "bg-warning-soft",
      )}
    >
      <div className="gap-x-4 md:flex md:items-baseline md:justify-between">
        <div className="min-w-0 wrap-anywhere">{head}</div>
        <time dateTime={at} className="text-xs whitespace-nowrap text-muted tabular-nums">
          {moment(at, timeZone)}, {formatTime(new Date(at), timeZone)}
        </time>
      </div>
      <WrittenText text={text} people={people ?? []} />
      {file && (
        <a
          href={fileTo(file.id)}
          className="inline-flex min-h-6 items-center gap-1.5 wrap-anywhere underline underline-offset-4 max-md:min-h-11"
        >
          <Icon name="download" className="size-4 shrink-0" />
          <span>
            {t("attached", { name: file.name })} <span className="sr-only">{t("downloads")}</span>
          </span>
        </a>
      )}
      {canTakeBack && (
        <Form method="post" action={action} replace preventScrollReset className="-mx-2 -mb-1 max-md:-mb-2">
          <input type="hidden" {...intent(ownConversationIntents, "take-back")} />
          <input type="hidden" name="entry_id" value={id} />
          <SubmitButton name="kind" value={kind} variant="ghost" size="sm">
            <Icon name="undo-2" />
            {t(isStep ? "work:take_back" : kind === "note" ? "take_back_note" : "take_back_message")}
          </SubmitButton>
        </Form>
      )}
    </div>
  );
}
