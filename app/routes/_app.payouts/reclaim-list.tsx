import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { useFormat } from "~/browser/use-format";
import { Card } from "~/components/ui/card";
import { NameLink } from "~/components/ui/name-link";
import { Table } from "~/components/ui/table";
import { CARRIED_MONTHS, type Reclaim } from "~/domain/payouts/reclaim";
import { paths } from "~/paths/paths";

/** What affiliates owe for months, in all currencies. Draws nothing if it is nothing. */
export function ReclaimList({ reclaims }: { reclaims: readonly Reclaim[] }) {
  const { t } = useTranslation(["reclaims", "deals"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  if (reclaims.length === 0) return null;
  const columns = [
    {
      id: "name",
      header: t("affiliate"),
      primary: true,
      cell: ({ affiliateId, name }: Reclaim) => (
        <NameLink to={paths.reclaims(affiliateId)}>{affiliateName(affiliateId, name)}</NameLink>
      ),
    },
    {
      id: "amount",
      header: t("amount"),
      align: "end" as const,
      cell: ({ gross: amount, currency }: Reclaim) => format.money({ amount, currency }),
    },
    {
      id: "since",
      header: t("since"),
      align: "end" as const,
      labelled: true,
      cell: ({ since }: Reclaim) => format.day(since),
    },
    {
      id: "reason",
      header: t("reason"),
      cell: ({ claims }: Reclaim) => listed(claims.map(({ reason }) => reason && t(`deals:end.reasons.${reason}`))),
    },
    {
      id: "document",
      header: t("document"),
      cell: ({ claims }: Reclaim) => listed(claims.map(({ document }) => document)),
    },
  ];
  return (
    <div className="pt-4">
      <Card title={t("title")} description={t("text", { count: CARRIED_MONTHS })}>
        <Table
          caption={t("title")}
          rows={reclaims}
          rowKey={({ affiliateId, currency }) => `${affiliateId} ${currency}`}
          columns={columns}
        />
      </Card>
    </div>
  );
}

/** Returns the different texts, one after the other. */
const listed = (texts: readonly (string | null)[]): string => [...new Set(texts.filter(Boolean))].join(", ") || "–";
