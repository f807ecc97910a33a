import { useTranslation } from "react-i18next";
import { RefusedBadge } from "~/components/ui/refused-badge";
import { DialogLink } from "~/components/ui/route-dialog";
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
      cardActions="row"
      columns={[
        {
          id: "name",
          header: t("name"),
          primary: true,
          cell: ({ id, name }) => (
            <span className="wrap-anywhere">
              <bdi>{name}</bdi> {id === user.id && <span className="font-normal text-muted">{t("you")}</span>}
            </span>
          ),
        },
        {
          id: "email",
          header: t("email"),
          cell: ({ email, refused }) => (
            <span className="inline-flex flex-wrap items-center gap-x-2 gap-y-1 cards:justify-end">
              <span className="wrap-anywhere">{email}</span>
              {refused && <RefusedBadge />}
            </span>
          ),
        },
        { id: "role", header: t("role"), cell: (member) => t(`roles.${member.role}`) },
        { id: "since", header: t("since"), align: "end", cell: ({ since }) => since },
      ]}
      rowActions={({ id, name }) => (
        <div className="flex flex-wrap justify-end gap-2 py-1 max-md:justify-start">
          {role === "owner" && (
            <DialogLink
              size="sm"
              to={paths.member(id, "role")}
              aria-label={`${t("action.role")}: ${name}`}
              prefetch="intent"
            >
              {t("action.role")}
            </DialogLink>
          )}
          {id === user.id ? (
            <DialogLink size="sm" to={paths.member(id, "remove")} prefetch="intent">
              {t("action.leave")}
            </DialogLink>
          ) : (
            role === "owner" && (
              <DialogLink
                size="sm"
                to={paths.member(id, "remove")}
                aria-label={`${t("action.remove")}: ${name}`}
                prefetch="intent"
              >
                {t("action.remove")}
              </DialogLink>
            )
          )}
        </div>
      )}
    />
  );
}
