import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { useTermWords } from "~/components/deals/use-term-words";
import { RefusedBadge } from "~/components/ui/refused-badge";
import type { TableColumn } from "~/components/ui/table-column";
import { toneText } from "~/components/ui/tone";
import { useSort } from "~/components/ui/use-sort";
import type { AffiliateColumn } from "~/domain/affiliates/affiliate";
import type { AffiliateRow } from "~/domain/reports/list-affiliates.server";
import { displayEmail } from "~/domain/shared/erased";
import { todayIn } from "~/domain/shared/dates";
import type { Money } from "~/domain/shared/money";
import type { Order } from "~/domain/shared/order";
import { paths } from "~/paths/paths";
import { AffiliateStatusBadge } from "~/components/affiliates/affiliate-status";

/** Returns the columns of the tables of all sections, which are aligned below each other. */
export function useAffiliateColumns(order: Order<AffiliateColumn>, timeZone: string): TableColumn<AffiliateRow>[] {
  const { t } = useTranslation(["affiliates", "commissions", "leads"]);
  const format = useFormat();
  const words = useTermWords();
  const sort = useSort(order, paths.affiliates());
  const short = (terms: NonNullable<AffiliateRow["terms"]>) => {
    const { model, lowest, highest, short } = words(terms);
    return model === "tiered" ? `${lowest} – ${highest}` : short;
  };
  const dayOf = (moment: string) => format.day(todayIn(timeZone, new Date(moment)));
  /** A line per currency, because sums in several currencies cannot be added. */
  const money = (sums: readonly Money[]) =>
    sums.length === 0
      ? "–"
      : sums.map((sum) => (
          <span key={sum.currency} className="block whitespace-nowrap">
            {format.money(sum)}
          </span>
        ));
  const figure = { align: "end", hideOn: "cards" } as const;
  return [
    {
      id: "name",
      header: t("column.name"),
      primary: true,
      sort: sort("name"),
      className: "fill",
      cell: ({ name }) => name,
    },
    {
      id: "email",
      header: t("column.email"),
      sort: sort("email"),
      tuckUnder: "name",
      cell: ({ email }) => {
        const shown = displayEmail(email);
        return (
          <span className="address" title={shown ?? undefined}>
            {shown ?? "–"}
          </span>
        );
      },
    },
    {
      id: "status",
      header: t("column.status"),
      sort: sort("status"),
      cell: (affiliate) => (
        <span className="inline-flex flex-wrap gap-1">
          <AffiliateStatusBadge affiliate={affiliate} timeZone={timeZone} isBrief />
          {affiliate.refused && <RefusedBadge />}
        </span>
      ),
    },
    {
      id: "terms",
      header: t("column.terms"),
      sort: sort("terms", "desc"),
      labelled: true,
      cell: ({ terms }) =>
        terms ? (
          <span className="whitespace-nowrap">{short(terms)}</span>
        ) : (
          <span className={toneText.warning}>{t("terms_none")}</span>
        ),
    },
    {
      id: "leads",
      header: t("column.leads"),
      ...figure,
      sort: sort("leads", "desc"),
      cell: ({ leads }) => leads || "–",
    },
    {
      id: "won",
      header: t("leads:status.converted"),
      ...figure,
      sort: sort("won", "desc"),
      cell: ({ won }) => won || "–",
    },
    {
      id: "due",
      header: t("commissions:states.due"),
      align: "end",
      figure: true,
      sort: sort("due", "desc"),
      cell: ({ due }) => money(due),
    },
    {
      id: "paid",
      header: t("commissions:states.paid"),
      ...figure,
      sort: sort("paid", "desc"),
      cell: ({ paid }) => money(paid),
    },
    {
      id: "signed_in",
      header: t("column.signed_in"),
      align: "end",
      hideOn: ["cards", "narrow"],
      sort: sort("signed_in", "desc"),
      cell: ({ signedInAt }) => (signedInAt ? dayOf(signedInAt) : t("never")),
    },
    {
      id: "created",
      header: t("column.created"),
      align: "end",
      isExtra: true,
      sort: sort("created", "desc"),
      cell: ({ createdAt }) => dayOf(createdAt),
    },
  ];
}
