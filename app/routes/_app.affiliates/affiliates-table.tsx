import { useLocation } from "@remix-run/react";
import { SearchX, Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { DialogLink } from "~/components/ui/route-dialog";
import { Table, type TableColumn } from "~/components/ui/table";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import { useFormat } from "~/web/use-format";
import { AffiliateStatusBadge } from "./affiliate-status-badge";

export type AffiliatesTableProps = {
  affiliates: readonly AffiliateRow[];
  /** Whether there may be more than these. */
  cut: boolean;
  timeZone: string;
  /** Whether a search or a status narrows the list. */
  filtered: boolean;
};

/** The organisation's affiliates; a row opens the contract terms. */
export function AffiliatesTable({ affiliates, cut, timeZone, filtered }: AffiliatesTableProps) {
  const { t } = useTranslation(["affiliates", "common"]);
  const format = useFormat();
  const { search } = useLocation();
  const termsOf = (affiliate: AffiliateRow) => `/affiliates/${affiliate.id}/terms${search}`;
  const columns: TableColumn<AffiliateRow>[] = [
    { id: "name", header: t("column.name"), primary: true, cell: (affiliate) => affiliate.name },
    { id: "email", header: t("column.email"), cell: (affiliate) => affiliate.email },
    {
      id: "status",
      header: t("column.status"),
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
          <AffiliateStatusBadge status={affiliate.status} />
          {!affiliate.hasTerms && <StatusBadge tone="warning">{t("no_terms")}</StatusBadge>}
        </span>
      ),
    },
    {
      id: "created",
      header: t("column.created"),
      align: "end",
      cell: (affiliate) => format.moment(affiliate.createdAt, timeZone),
    },
    {
      id: "actions",
      header: t("column.actions"),
      align: "end",
      cell: (affiliate) => (
        <DialogLink to={termsOf(affiliate)} size="sm" className="relative z-1">
          {t("to_terms")}
          <span className="sr-only">: {affiliate.name}</span>
        </DialogLink>
      ),
    },
  ];
  return (
    <Table
      caption={t("caption")}
      columns={columns}
      rows={affiliates}
      rowKey={(affiliate) => affiliate.id}
      rowHref={termsOf}
      rowOpensDialog
      footer={cut && t("newest_shown", { count: affiliates.length })}
      empty={filtered ? <NoneFound /> : <NoneYet />}
    />
  );
}

function NoneYet() {
  const { t } = useTranslation("affiliates");
  return (
    <EmptyState
      icon={Users}
      title={t("empty")}
      action={
        <DialogLink variant="primary" to="/affiliates/new">
          {t("empty_action")}
        </DialogLink>
      }
    >
      {t("empty_text")}
    </EmptyState>
  );
}

function NoneFound() {
  const { t } = useTranslation(["affiliates", "common"]);
  return (
    <EmptyState
      icon={SearchX}
      title={t("none_found")}
      action={
        <ButtonLink variant="secondary" to="/affiliates">
          {t("common:clear_filters")}
        </ButtonLink>
      }
    >
      {t("none_found_text")}
    </EmptyState>
  );
}
