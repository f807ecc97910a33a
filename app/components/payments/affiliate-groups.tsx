import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { Table } from "~/components/ui/table";
import { useAddress } from "~/components/ui/use-address";
import type { AffiliateGroup, AffiliateGroups as Groups } from "~/domain/commissions/group-by-affiliate.server";
import { addressWith } from "~/paths/address";

/** The commissions of a list by affiliate, with the sums of all pages. A row opens its commissions. */
export function AffiliateGroups({ path, rows, more }: Groups & { path: string }) {
  const { t } = useTranslation("transactions");
  const { search } = useAddress();
  const format = useFormat();
  const affiliateName = useAffiliateName();
  return (
    <div className="space-y-2">
      <Table
        caption={t("groups.caption")}
        rows={rows}
        rowKey={(row) => row.affiliateId}
        fit="few"
        isMain
        rowHref={(row) => addressWith(path, search, { affiliate: row.affiliateId, group: null })}
        columns={[
          {
            id: "affiliate",
            header: t("affiliate"),
            cell: (row: AffiliateGroup) => affiliateName(row.affiliateId, row.name),
            primary: true,
          },
          {
            id: "count",
            header: t("groups.count"),
            cell: (row: AffiliateGroup) => format.number(row.count),
            align: "end",
            labelled: true,
          },
          {
            id: "amount",
            header: t("commission"),
            cell: (row: AffiliateGroup) => row.amounts.map(format.money).join(" · "),
            align: "end",
          },
        ]}
      />
      <p className="text-muted">{t(more ? "groups.more" : "groups.exact", { max: rows.length })}</p>
    </div>
  );
}
