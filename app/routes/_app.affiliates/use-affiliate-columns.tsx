import { shownEmail } from "~/domain/shared/erased";
import { useTranslation } from "react-i18next";
import { StatusBadge } from "~/components/ui/badge";
import { RefusedBadge } from "~/components/ui/refused-badge";
import type { TableColumn } from "~/components/ui/table";
import { useSort } from "~/components/ui/use-sort";
import type { AffiliateColumn } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/affiliates/list-affiliates.server";
import type { Order } from "~/domain/shared/order";
import { useFormat } from "~/browser/use-format";
import { AffiliateActions } from "./affiliate-actions";
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
      className: "cards:pr-10 cells:w-[18%]",
      cell: ({ name }) => name,
    },
    {
      id: "email",
      header: t("column.email"),
      sort: sort("email"),
      className: "cells:w-[34%] cells:min-w-40",
      cell: ({ email }) => shownEmail(email) ?? "–",
    },
    {
      id: "status",
      header: t("column.status"),
      className: "cells:w-[20%] cells:min-w-44",
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1 cards:justify-end">
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
    {
      id: "actions",
      header: t("column.actions"),
      align: "end",
      hideOn: "print",
      // In the corner of the card.
      className: "cards:absolute cards:top-1.5 cards:right-1.5 cards:before:hidden cells:w-44 cells:@max-[58rem]:w-16",
      cell: (affiliate) => <AffiliateActions affiliate={affiliate} />,
    },
  ];
}
