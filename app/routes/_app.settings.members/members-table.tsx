import { useTranslation } from "react-i18next";
import { RefusedBadge } from "~/components/ui/refused-badge";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { useAuth } from "~/browser/use-auth";
import { paths } from "~/paths/paths";
import type { MembersPage } from "./members-page.server";

/** The members of the organization. Owners change and remove them; all members can leave. */
export function MembersTable({ members }: Pick<MembersPage, "members">) {
  const { t } = useTranslation("members");
  const { user, role } = useAuth();
  return (
    <Table
      name="members"
      caption={t("caption")}
      fit="few"
      rows={members}
      rowKey={({ id }) => id}
      columns={[
        {
          id: "name",
          header: t("name"),
          primary: true,
          cell: ({ id, name }) => (
            <>
              <bdi>{name}</bdi> {id === user.id && <span className="font-normal text-muted">{t("you")}</span>}
            </>
          ),
        },
        {
          id: "email",
          header: t("email"),
          cell: ({ email, refused }) => (
            <span className="flex flex-wrap items-center gap-x-2">
              <span className="address" title={email}>
                {email}
              </span>
              {refused && <RefusedBadge />}
            </span>
          ),
        },
        { id: "role", header: t("role"), cell: (member) => t(`roles.${member.role}`) },
        { id: "since", header: t("since"), align: "end", cell: ({ since }) => since },
      ]}
      rowActions={({ id, name }) =>
        (role === "owner" || id === user.id) && (
          <RowActions id={id} label={t("action.menu", { name })}>
            {role === "owner" && (
              <RowActionLink dialog to={paths.member(id, "role")} icon="key-round" text={t("action.role")} of={name} />
            )}
            {id === user.id ? (
              <RowActionLink dialog to={paths.member(id, "remove")} icon="log-out" text={t("action.leave")} of={name} />
            ) : (
              <RowActionLink
                dialog
                danger
                to={paths.member(id, "remove")}
                icon="trash"
                text={t("action.remove")}
                of={name}
              />
            )}
          </RowActions>
        )
      }
    />
  );
}
