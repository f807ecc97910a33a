import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { EmptyState } from "~/components/ui/empty-state";
import { HelpLink } from "~/components/ui/help-link";
import { RowActionLink, RowActions } from "~/components/ui/row-actions";
import { Table } from "~/components/ui/table";
import { paths } from "~/paths/paths";
import type { ShownKey } from "./keys-page.server";
import "~/components/api-keys/api-texts";

/** The keys with access, last use, expiry, and a link to revoke each. */
export function KeysTable({ keys }: { keys: ShownKey[] }) {
  const { t } = useTranslation(["api", "common"]);
  return (
    <Table
      name="api_keys"
      caption={t("caption")}
      rows={keys}
      rowKey={({ id }) => id}
      empty={
        <EmptyState icon="key-round" title={t("empty")} action={<HelpLink inWords />}>
          {t("empty_text")}
        </EmptyState>
      }
      columns={[
        {
          id: "name",
          header: t("name"),
          primary: true,
          cell: ({ name, tail }) => (
            <span className="wrap-anywhere">
              <bdi>{name}</bdi>
              <span className="block font-mono text-sm font-normal text-muted" translate="no">
                fl_…{tail}
              </span>
            </span>
          ),
        },
        {
          id: "access",
          header: t("access"),
          cell: ({ access, readsDocuments }) => (
            <>
              {t(`accesses.${access}`)}{" "}
              {readsDocuments && <span className="block text-sm text-muted">{t("documents.badge")}</span>}
            </>
          ),
        },
        {
          id: "created",
          header: t("created"),
          labelled: true,
          cell: ({ created, createdBy }) => t("created_by", { day: created, name: createdBy ?? t("former") }),
        },
        { id: "used", header: t("last_used"), labelled: true, cell: ({ lastUsed }) => lastUsed ?? t("never_used") },
        {
          id: "expires",
          header: t("expires"),
          labelled: true,
          cell: ({ expires, isExpired }) =>
            isExpired ? (
              <StatusBadge tone="warning">{t("expired", { day: expires })}</StatusBadge>
            ) : (
              (expires ?? t("unlimited"))
            ),
        },
      ]}
      rowActions={({ id, name }) => (
        <RowActions id={id} label={t("common:actions_of", { name })}>
          <RowActionLink dialog danger to={paths.revokeApiKey(id)} icon="circle-x" text={t("revoke.open")} of={name} />
        </RowActions>
      )}
    />
  );
}
