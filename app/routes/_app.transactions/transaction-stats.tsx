import FileCheck from "lucide-react/icons/file-check";
import FileX from "lucide-react/icons/file-x";
import Wallet from "lucide-react/icons/wallet";
import { useTranslation } from "react-i18next";
import { StatCard, StatGrid } from "~/components/ui/stat-card";
import type { TransactionTotals } from "~/domain/commissions/list-transactions.server";
import type { ReceiptFilter } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";

const cards = [
  { key: "all", icon: Wallet },
  { key: "with", icon: FileCheck },
  { key: "without", icon: FileX },
] as const;

type TransactionStatsProps = {
  totals: Record<ReceiptFilter, TransactionTotals>;
  /** The currency of the zero that is shown while nothing is paid. */
  currency: string;
};

/** Paid amounts, with and without a receipt, per currency. */
export function TransactionStats({ totals, currency }: TransactionStatsProps) {
  const { t } = useTranslation("transactions");
  const format = useFormat();
  return (
    <StatGrid>
      {cards.map(({ key, icon }) => {
        const { count, amounts } = totals[key];
        return (
          <StatCard
            key={key}
            icon={icon}
            label={t(`cards.${key}`)}
            value={(amounts.length > 0 ? amounts : [{ amount: 0, currency }]).map(format.money)}
            hint={t("payments", { count })}
          />
        );
      })}
    </StatGrid>
  );
}
