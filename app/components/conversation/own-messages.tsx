import { useId } from "react";
import { useTranslation } from "react-i18next";
import { replyTo } from "~/browser/form-reply";
import { useReply } from "~/browser/use-reply";
import type { OwnConversation } from "~/domain/leads/conversation";
import { paths } from "~/paths/paths";
import { EntryCard } from "./entry-card";
import { EntryForm } from "./entry-form";
import "./conversation-texts";

type OwnMessagesProps = OwnConversation & {
  /** The page that shows it, which its forms are posted to. */
  action: string;
};

/** The messages between an affiliate and the organization about a lead, with the form for the next one. */
export function OwnMessages({ action, leadId, entries, submissionId, organization, timeZone }: OwnMessagesProps) {
  const { t } = useTranslation("conversation");
  const id = useId();
  const reply = replyTo(useReply(), "message");
  const last = entries.findLast(({ canTakeBack }) => canTakeBack)?.id;
  return (
    <section aria-labelledby={id} className="space-y-3">
      <h3 id={id} className="font-semibold">
        {t("own_title")}
      </h3>
      {entries.length === 0 && <p className="text-muted">{t("own_none", { organization })}</p>}
      <ol className="space-y-3">
        {entries.map((entry) => (
          <li key={entry.id} className="flex">
            <EntryCard
              entry={entry}
              kind="message"
              head={
                <>
                  <span className="font-medium">{entry.isOwn ? t("from_you") : entry.signedBy || organization}</span>
                  {!entry.isOwn && entry.signedBy && <span className="text-muted">{` · ${organization}`}</span>}
                </>
              }
              timeZone={timeZone}
              action={action}
              fileTo={paths.ownFile}
            />
          </li>
        ))}
      </ol>
      <EntryForm
        key={last}
        kind="message"
        action={action}
        leadId={leadId}
        submissionId={submissionId}
        label={t("own_write", { organization })}
        help={t("own_help", { organization })}
        lastResult={reply}
      />
    </section>
  );
}
