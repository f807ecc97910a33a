import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAuditWords } from "~/components/audit/use-audit-words";
import { SubmitButton } from "~/components/forms/submit-button";
import { StatusBadge } from "~/components/ui/badge";
import { Card } from "~/components/ui/card";
import { MAX_SESSIONS } from "~/domain/identity/most-sessions";
import type { OwnSession } from "~/domain/identity/own-sessions.server";
import { intent } from "~/browser/intents";
import { sessionIntents } from "./intents";
import "~/components/settings/settings-texts";

export type SessionsProps = {
  sessions: (Omit<OwnSession, "userAgent"> & { device: string })[];
  timeZone: string;
  /** When sessions end by themselves, and what to do about an unknown one. */
  text: string;
  /** The route that the buttons are sent to, if it is not the page's own. */
  action?: string;
};

/** Lists the sessions of the user, with buttons that end them (AUTH-08). */
export function Sessions({ sessions, timeZone, text, action }: SessionsProps) {
  const { t } = useTranslation("settings");
  const { when } = useAuditWords(timeZone);
  return (
    <Card
      title={t("sessions.title")}
      description={`${text} ${t("sessions.most", { most: MAX_SESSIONS })}`}
      flush
      footer={
        sessions.length > 1 && (
          <Form method="post" action={action} preventScrollReset className="flex md:justify-end max-md:grid">
            <SubmitButton {...intent(sessionIntents, "end-others")} variant="secondary">
              {t("sessions.end_others")}
            </SubmitButton>
          </Form>
        )
      }
    >
      <ul className="divide-y border-t">
        {sessions.map(({ id, device, place, begunAt, lastUsedAt, isThis }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 px-4 py-3 md:px-6">
            <div className="min-w-0 space-y-1">
              <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium wrap-anywhere">
                {device}
                {isThis && <StatusBadge tone="success">{t("sessions.this")}</StatusBadge>}
              </p>
              <p className="text-muted tabular-nums">
                {place && `${t("sessions.place", { place })} · `}
                {t("sessions.last_used")} <time dateTime={lastUsedAt}>{when(lastUsedAt)}</time>
                {" · "}
                {t("sessions.begun")} <time dateTime={begunAt}>{when(begunAt)}</time>
              </p>
            </div>
            {!isThis && (
              <Form method="post" action={action} preventScrollReset className="max-md:grid max-md:w-full">
                <input type="hidden" name="session" value={id} />
                <SubmitButton
                  {...intent(sessionIntents, "end")}
                  variant="secondary"
                  aria-label={t("sessions.end_named", { device, when: when(lastUsedAt) })}
                >
                  {t("sessions.end")}
                </SubmitButton>
              </Form>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
