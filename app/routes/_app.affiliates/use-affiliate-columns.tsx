import { displayEmail } from "~/domain/shared/erased";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { RefusedBadge } from "~/components/ui/refused-badge";
import type { TableColumn } from "~/components/ui/table-column";
import { useSort } from "~/components/ui/use-sort";
import type { AffiliateColumn } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/browser/use-format";
import { AffiliateStatusBadge } from "./affiliate-status-badge";
import { paths } from "~/paths/paths";

/** Returns the columns of the tables of all sections, which are aligned below each other. */
export function useAffiliateColumns(order: Order<AffiliateColumn>, timeZone: string): TableColumn<AffiliateRow>[] {
  const { t } = useTranslation("affiliates");
  const format = useFormat();
  const sort = useSort(order, paths.affiliates());
  return [
    {
      id: "name",
      header: t("column.name"),
      primary: true,
      sort: sort("name"),
      className: "cells:w-[22%]",
      cell: ({ name }) => name,
    },
    {
      id: "email",
      header: t("column.email"),
      sort: sort("email"),
      className: "cells:w-[30%]",
      cell: ({ email }) => <span className="address">{displayEmail(email) ?? "–"}</span>,
    },
    {
      id: "status",
      header: t("column.status"),
      className: "cells:w-[20%] cells:min-w-44",
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1">
          <AffiliateStatusBadge affiliate={affiliate} timeZone={timeZone} />
          {affiliate.refused && <RefusedBadge />}
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
  ];
}
