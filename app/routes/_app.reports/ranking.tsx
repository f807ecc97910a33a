import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { Card } from "~/components/ui/card";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { RankedAffiliate } from "~/domain/reports/rank-affiliates.server";
import type { ChosenPeriod } from "~/domain/shared/period";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { GroupExport, useGroupColumns } from "./group-columns";
import { linksOf } from "./links";

type RankingProps = {
  top: readonly RankedAffiliate[];
  /** True if there are affiliates below the listed ones. */
  more: boolean;
  choices: readonly string[];
  rank: string;
  chosen: ChosenPeriod;
};

/** The best affiliates by leads, deals or the won volume of a currency. */
export function Ranking({ top, more, choices, rank, chosen }: RankingProps) {
  const { t } = useTranslation("reports");
  const columns = useColumns(chosen);
  return (
    <Card title={t("ranking.title")} description={t("ranking.text")} actions={<GroupExport by="affiliate" />} flush>
      {top.length > 0 && <RankChoice choices={choices} rank={rank} />}
      <div className="p-4 md:p-6 md:pt-4">
        <Table
          // The card is a region named by its title; two regions with one name could not be distinguished.
          caption={t("ranking.text")}
          fit="some"
          rows={top.map((row, index) => ({ ...row, key: row.id, place: index + 1 }))}
          rowKey={({ id }) => id}
          columns={columns}
          empty={<EmptyState icon="users" title={t("ranking.empty")} />}
          footer={more && <p className="text-xs text-muted">{t("ranking.more", { count: top.length })}</p>}
        />
      </div>
    </Card>
  );
}

function RankChoice({ choices, rank }: Pick<RankingProps, "choices" | "rank">) {
  const { t } = useTranslation("reports");
  const { search } = useAddress();
  return (
    <nav aria-label={t("ranking.by")} data-print="hide" className="flex flex-wrap gap-1 px-3 md:px-5">
      {choices.map((one) => (
        <ButtonLink
          key={one}
          to={addressWith(paths.reports(), search, { rank: one === choices[0] ? null : one })}
          size="sm"
          variant={one === rank ? "secondary" : "ghost"}
          aria-current={one === rank ? "true" : undefined}
          preventScrollReset
        >
          {one === "leads" || one === "deals"
            ? t(`ranking.${one}`)
            : t("in_currency", { title: t("volume"), currency: one })}
        </ButtonLink>
      ))}
    </nav>
  );
}

function useColumns(chosen: ChosenPeriod) {
  const affiliateName = useAffiliateName();
  const { t } = useTranslation("reports");
  const figures = useGroupColumns((id) => linksOf(chosen, id));
  type Row = RankedAffiliate & { key: string; place: number };
  return [
    {
      id: "name",
      header: t("ranking.affiliate"),
      primary: true,
      cell: ({ id, name, place }: Row) => (
        <span className="flex gap-3">
          <span className="min-w-5 text-right text-muted tabular-nums">{place}.</span>
          <NameLink to={paths.affiliate(id)}>{affiliateName(id, name)}</NameLink>
        </span>
      ),
    },
    ...figures,
  ];
}
