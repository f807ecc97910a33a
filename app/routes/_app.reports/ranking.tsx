import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { Card } from "~/components/ui/card";
import { ButtonLink } from "~/components/ui/button";
import { EmptyState } from "~/components/ui/empty-state";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { RankedAffiliate } from "~/domain/reports/rank-affiliates.server";
import { sumByCurrency } from "~/domain/shared/money";
import type { ChosenPeriod } from "~/domain/shared/period";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { Change } from "./figure-card";
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
    <Card title={t("ranking.title")} description={t("ranking.text")} flush>
      {top.length > 0 && <RankChoice choices={choices} rank={rank} />}
      <div className="p-4 md:p-6 md:pt-4">
        <Table
          // The card is a region named by its title; two regions with one name could not be distinguished.
          caption={t("ranking.text")}
          fit="some"
          rows={top.map((row, index) => ({ ...row, place: index + 1 }))}
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
  const format = useFormat();
  type Row = RankedAffiliate & { place: number };
  const count = (key: "leads" | "deals") => ({
    id: key,
    header: t(`ranking.${key}`),
    align: "end" as const,
    cell: ({ id, now, before }: Row) => (
      <>
        <NameLink to={linksOf(chosen, id)[key]}>{format.number(now[key])}</NameLink>
        <div>
          <Change before={format.number(before[key])} change={{ now: now[key], before: before[key] }} />
        </div>
      </>
    ),
  });
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
    count("leads"),
    count("deals"),
    {
      id: "volume",
      header: t("volume"),
      align: "end" as const,
      cell: ({ id, now, before }: Row) => {
        const all = sumByCurrency([...now.amounts, ...before.amounts]);
        const amount = (list: Row["now"]["amounts"], currency: string) =>
          list.find((one) => one.currency === currency)?.amount ?? 0;
        return all.length === 0
          ? "–"
          : all.map(({ currency }) => {
              const [is, was] = [amount(now.amounts, currency), amount(before.amounts, currency)];
              return (
                <div key={currency} className="not-first:mt-1">
                  <NameLink to={linksOf(chosen, id).deals}>{format.money({ amount: is, currency })}</NameLink>
                  <div>
                    <Change before={format.money({ amount: was, currency })} change={{ now: is, before: was }} />
                  </div>
                </div>
              );
            });
      },
    },
  ];
}
