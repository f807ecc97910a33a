import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import type { TableColumn } from "~/components/ui/table";
import { useSort } from "~/components/ui/use-sort";
import type { AffiliateColumn } from "~/domain/affiliates/affiliate.schema";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/web/use-format";
import { AffiliateActions } from "./affiliate-actions";
import { AffiliateStatusBadge } from "./affiliate-status-badge";

/** The columns of the tables of all sections, which stand below each other. */
export function useAffiliateColumns(
  order: Order<AffiliateColumn>,
  timeZone: string,
): TableColumn<AffiliateRow>[] {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const sort = useSort(order, "/affiliates");
  return [
    {
      id: "name",
      header: t("column.name"),
      primary: true,
      sort: sort("name"),
      className: "max-md:pr-10 md:w-[17%]",
      cell: ({ name }) => name,
    },
    {
      id: "email",
      header: t("column.email"),
      sort: sort("email"),
      className: "md:w-[27%]",
      cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    },
    {
      id: "status",
      header: t("column.status"),
      className: "md:w-[27%]",
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1 max-md:justify-end">
          <AffiliateStatusBadge affiliate={affiliate} timeZone={timeZone} />
          {!affiliate.hasTerms && <StatusBadge tone="warning">{t("no_terms")}</StatusBadge>}
        </span>
      ),
    },
    {
      id: "created",
      header: t("column.created"),
      align: "end",
      sort: sort("created", "desc"),
      cell: ({ createdAt }) => format.moment(createdAt, timeZone),
    },
    {
      id: "actions",
      header: t("column.actions"),
      align: "end",
      // In the corner of the card on phones.
      className: "max-md:absolute max-md:top-1.5 max-md:right-1.5 max-md:before:hidden md:w-16 xl:w-44",
      cell: (affiliate) => <AffiliateActions affiliate={affiliate} />,
    },
  ];
}
