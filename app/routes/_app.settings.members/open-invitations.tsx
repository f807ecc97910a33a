import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RefusedBadge } from "~/components/ui/refused-badge";
import { RowActionButton, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { intent } from "~/browser/intents";
import { memberIntents } from "./intents";
import type { ShownInvitation } from "./members-page.server";

/** Lists open invitations: when the email was sent, the expiry of its link, sending it again and revoking it. */
export function OpenInvitations({ invitations }: { invitations: ShownInvitation[] }) {
  const { t } = useTranslation("members");
  return (
    // The table is a region of this name already.
    <div className="space-y-3">
      <h3 className="font-semibold">{t("invitations.title")}</h3>
      <Table
        caption={t("invitations.title")}
        fit="few"
        rows={invitations}
        rowKey={({ id }) => id}
        empty={<p className="px-4 py-3 text-muted">{t("invitations.none")}</p>}
        columns={[
          {
            id: "email",
            header: t("email"),
            primary: true,
            cell: ({ email, refused }) => (
              <span className="flex flex-wrap items-center gap-x-2">
                <span className="address" title={email}>
                  {email}
                </span>
                {refused && <RefusedBadge />}
              </span>
            ),
          },
          { id: "role", header: t("role"), cell: (invitation) => t(`roles.${invitation.role}`) },
          {
            id: "mailed",
            header: t("invitations.state"),
            cell: ({ mailed, validUntil, againAt }) => (
              <span className="text-xs text-muted tabular-nums">
                {t("invitations.mailed", { at: mailed })}{" "}
                {validUntil ? t("invitations.valid", { until: validUntil }) : t("invitations.expired")}{" "}
                {againAt && t("invitations.again_at", { at: againAt })}
              </span>
            ),
          },
        ]}
        rowActions={({ id, email }) => (
          <RowActions id={id} label={t("action.menu", { name: email })}>
            <Form method="post" preventScrollReset className="contents">
              <input type="hidden" name="invitation" value={id} />
              <RowActionButton
                {...intent(memberIntents, "resend")}
                icon="send"
                text={t("invitations.again")}
                of={email}
              />
              <RowActionButton
                {...intent(memberIntents, "revoke")}
                icon="circle-x"
                text={t("invitations.revoke")}
                of={email}
                danger
              />
            </Form>
          </RowActions>
        )}
      />
    </div>
  );
}
