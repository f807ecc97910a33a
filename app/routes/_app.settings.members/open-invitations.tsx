import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SubmitButton } from "~/components/forms/submit-button";
import { RefusedBadge } from "~/components/ui/refused-badge";
import { intent } from "~/browser/intents";
import { memberIntents } from "./intents";
import type { ShownInvitation } from "./members-page.server";

/**
 * Lists open invitations: when the email was sent, the expiry of its link, and buttons to send it again or revoke it.
 */
export function OpenInvitations({ invitations }: { invitations: ShownInvitation[] }) {
  const { t } = useTranslation("members");
  return (
    <section aria-labelledby="invitations" className="space-y-3">
      <h3 id="invitations" className="font-semibold">
        {t("invitations.title")}
      </h3>
      {invitations.length === 0 ? (
        <p className="rounded-lg border bg-surface px-4 py-3 text-muted">{t("invitations.none")}</p>
      ) : (
        <ul className="divide-y rounded-lg border bg-surface">
          {invitations.map((invitation) => (
            <Invitation key={invitation.id} {...invitation} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Invitation({ id, email, role, refused, ...times }: ShownInvitation) {
  const { t } = useTranslation("members");
  const { mailed, validUntil, againAt } = times;
  return (
    <li className="flex flex-col gap-x-6 gap-y-3 px-4 py-3 md:flex-row md:items-center md:justify-between">
      <div className="min-w-0">
        <p className="font-medium wrap-anywhere">
          {email} <span className="font-normal text-muted">· {t(`roles.${role}`)}</span> {refused && <RefusedBadge />}
        </p>
        <p className="text-muted tabular-nums">
          {t("invitations.mailed", { at: mailed })}{" "}
          {validUntil ? t("invitations.valid", { until: validUntil }) : t("invitations.expired")}{" "}
          {againAt && t("invitations.again_at", { at: againAt })}
        </p>
      </div>
      <Form method="post" preventScrollReset className="flex shrink-0 flex-wrap gap-2 max-md:*:flex-1">
        <input type="hidden" name="invitation" value={id} />
        <SubmitButton
          size="sm"
          variant="secondary"
          {...intent(memberIntents, "resend")}
          pendingLabel={t("invitations.pending")}
          aria-label={`${t("invitations.again")}: ${email}`}
        >
          {t("invitations.again")}
        </SubmitButton>
        <SubmitButton
          size="sm"
          variant="secondary"
          {...intent(memberIntents, "revoke")}
          pendingLabel={t("invitations.pending")}
          aria-label={`${t("invitations.revoke")}: ${email}`}
        >
          {t("invitations.revoke")}
        </SubmitButton>
      </Form>
    </li>
  );
}
