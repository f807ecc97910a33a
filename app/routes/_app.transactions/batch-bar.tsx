import { useTranslation } from "react-i18next";
import "~/components/affiliates/batch-texts";
import { useAllMatching } from "~/components/selection/all-matching";
import { SelectionBar } from "~/components/selection/selection-bar";
import type { Selection } from "~/components/selection/use-selection";
import { Button } from "~/components/ui/button";
import { useAddress } from "~/components/ui/use-address";
import { sumByCurrency } from "~/domain/shared/money";
import type { Transaction } from "~/domain/commissions/commission";
import { useFormat } from "~/browser/use-format";
import { knownSearch } from "~/paths/address";
import { paths } from "~/paths/paths";

/** The form's id. The checkboxes of the rows refer to it with the `form` attribute. */
export const BATCH_FORM = "batch";

type BatchBarProps = {
  selection: Selection<Transaction>;
  /** Number of transactions that match the filter, on all pages. */
  total: number;
};

/** Adds receipts to all selected transactions (WORK-04). */
export function BatchBar({ selection, total }: BatchBarProps) {
  const { t } = useTranslation("batches");
  const format = useFormat();
  const { search } = useAddress();
  const { count, isAll, box } = useAllMatching(selection, total);
  const sums = isAll ? [] : sumByCurrency(selection.chosen.map(({ amount }) => amount)).map(format.money);
  return (
    <SelectionBar
      id={BATCH_FORM}
      method="get"
      action={paths.severalReceipts()}
      label={t("receipts.label")}
      selection={selection}
      chosen={count > 0 ? t("receipts.chosen", { count }) : ""}
      sums={sums}
      values={new URLSearchParams(knownSearch(search))}
      beside={box(t("matching", { count: total }))}
    >
      <Button type="submit" className="max-md:grow">
        {t("receipts.add")}
      </Button>
    </SelectionBar>
  );
}
