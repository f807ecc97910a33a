import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { ExportMenu } from "~/components/exports/export-menu";
import { NameLink } from "~/components/ui/name-link";
import type { TableColumn } from "~/components/ui/table-column";
import { useAddress } from "~/components/ui/use-address";
import type { Group, GroupFigures } from "~/domain/reports/read-breakdown.server";
import { sumByCurrency } from "~/domain/shared/money";
import { addressWith } from "~/paths/address";
import { paths } from "~/paths/paths";
import { Change } from "./figure-card";
import "./report-texts";

type GroupRow = Pick<Group, "key" | "now" | "before">;

/** Returns the columns of leads, deals and won volume of a group, each beside the period before. */
export function useGroupColumns<Row extends GroupRow>(
  linksOf?: (key: string) => { leads: string; deals: string },
): TableColumn<Row>[] {
  const { t } = useTranslation("reports");
  const format = useFormat();
  const count = (key: "leads" | "deals"): TableColumn<Row> => ({
    id: key,
    header: t(`ranking.${key}`),
    align: "end",
    labelled: true,
    cell: (row) => (
      <>
        <NameLink to={linksOf?.(row.key)[key] ?? null}>{format.number(row.now[key])}</NameLink>
        <div className="table-only">
          <Change before={format.number(row.before[key])} change={{ now: row.now[key], before: row.before[key] }} />
        </div>
      </>
    ),
  });
  const volume: TableColumn<Row> = {
    id: "volume",
    header: t("volume"),
    align: "end",
    figure: true,
    className: "cards:-my-0.5",
    cell: ({ key, now, before }) => {
      const all = sumByCurrency([...now.amounts, ...before.amounts]);
      if (all.length === 0) return "–";
      return all.map(({ currency }) => {
        const [is, was] = [amountOf(now, currency), amountOf(before, currency)];
        return (
          <div key={currency} className="not-first:mt-1">
            <NameLink to={linksOf?.(key).deals ?? null}>{format.money({ amount: is, currency })}</NameLink>
            <div className="table-only">
              <Change before={format.money({ amount: was, currency })} change={{ now: is, before: was }} />
            </div>
          </div>
        );
      });
    },
  };
  return [count("leads"), count("deals"), volume];
}

const amountOf = ({ amounts }: GroupFigures, currency: string) =>
  amounts.find((one) => one.currency === currency)?.amount ?? 0;

/** The file of a table, with the period of the page. */
export function GroupExport({ by }: { by: "affiliate" | "member" | "source" }) {
  const { t } = useTranslation("reports");
  const { search } = useAddress();
  return (
    <div data-print="hide">
      <ExportMenu
        compact
        scope={t(`export.${by}`)}
        hrefOf={(format) => addressWith(paths.export("reports"), search, { by, format, rank: null })}
      />
    </div>
  );
}
