import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import { TwoLines } from "~/components/deals/deal-cells";
import { Card } from "~/components/ui/card";
import { DialogLink } from "~/components/ui/route-dialog";
import { Table } from "~/components/ui/table";
import { CARRIED_MONTHS, type Reclaim, type ReclaimedClaim } from "~/domain/payouts/reclaim";
import { paths } from "~/paths/paths";

/** What an affiliate owes in one currency: its claims, the sum, and how it ends. */
export function ReclaimCard({ reclaim }: { reclaim: Reclaim }) {
  const { t } = useTranslation(["reclaims", "deals"]);
  const format = useFormat();
  const { affiliateId, currency, net, vat, gross, since, isOld, claims } = reclaim;
  const money = (amount: number) => format.money({ amount, currency });
  const columns = [
    {
      id: "deal",
      header: t("deal"),
      primary: true,
      className: "hyphenated",
      cell: ({ deal, company }: ReclaimedClaim) => <TwoLines first={deal} second={company} />,
    },
    {
      id: "reason",
      header: t("reason"),
      cell: ({ reason }: ReclaimedClaim) => (reason ? t(`deals:end.reasons.${reason}`) : "–"),
    },
    { id: "document", header: t("document"), cell: ({ document }: ReclaimedClaim) => document ?? "–" },
    {
      id: "since",
      header: t("since"),
      align: "end" as const,
      labelled: true,
      cell: ({ since: day }: ReclaimedClaim) => format.day(day),
    },
    {
      id: "amount",
      header: t("net_amount"),
      align: "end" as const,
      cell: ({ amount }: ReclaimedClaim) => money(amount),
    },
  ];
  const sums = [
    [t("net"), money(net)],
    [t("vat"), money(vat)],
    [t("gross"), money(gross)],
  ] as const;
  return (
    <Card
      title={money(gross)}
      description={`${t("since")} ${format.day(since)}. ${t(isOld ? "text" : "young", { count: CARRIED_MONTHS })}`}
      footer={
        <div className="flex flex-wrap gap-2">
          <DialogLink to={paths.enterRepayment(affiliateId, currency)}>{t("paid_back.open")}</DialogLink>
          <DialogLink variant="secondary" to={paths.waiveReclaim(affiliateId, currency)}>
            {t("waived.open")}
          </DialogLink>
        </div>
      }
    >
      <div className="space-y-4">
        <Table caption={t("title")} rows={claims} rowKey={({ id }) => id} columns={columns} />
        <dl className="ml-auto grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1 text-right tabular-nums">
          {sums.map(([label, value]) => (
            <div key={label} className="contents last:font-semibold">
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        {vat > 0 && <p className="max-w-prose text-muted">{t("vat_note")}</p>}
      </div>
    </Card>
  );
}
