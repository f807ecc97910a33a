import { useTranslation } from "react-i18next";
import { useFormat } from "~/browser/use-format";
import "./payout-texts";

/** Formats an amount of a table in this currency; zero is a dash. */
export function useTableMoney(currency: string): (amount: number) => string {
  const format = useFormat();
  return (amount) => (amount === 0 ? "–" : format.money({ amount, currency }));
}

type Amounts = { lines: number; net: number; vat: number; gross: number };

/** Returns the columns with what a payout has: number of commissions, net, VAT and gross. */
export function useAmountColumns<Row>(currency: string, amountsOf: (row: Row) => Amounts) {
  const { t } = useTranslation("runs");
  const money = useTableMoney(currency);
  const align = "end" as const;
  return [
    {
      id: "lines",
      header: t("commissions"),
      align,
      labelled: true,
      hideOn: "narrow" as const,
      cell: (row: Row) => amountsOf(row).lines || "–",
    },
    { id: "net", header: t("net"), align, labelled: true, cell: (row: Row) => money(amountsOf(row).net) },
    { id: "vat", header: t("vat"), align, labelled: true, cell: (row: Row) => money(amountsOf(row).vat) },
    {
      id: "gross",
      header: t("gross"),
      align,
      cell: (row: Row) => <span className="font-medium">{money(amountsOf(row).gross)}</span>,
    },
  ];
}
