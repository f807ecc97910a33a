import type { TableColumn } from "~/components/ui/table-column";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import { ownName } from "~/domain/fields/own-field";
import type { ListedOwn, ListedValue } from "~/domain/fields/listed-own.server";
import { formatDecimal } from "~/domain/shared/money";

/**
 * Returns the own fields of a list as columns that people choose. The labels of choices and answers come from the
 * server, so that the lists load no texts of own fields.
 */
export function useOwnColumns<Row extends { id: string }>({ fields, values }: ListedOwn): TableColumn<Row>[] {
  const format = useFormat();
  const numbers = useNumberLocale();
  const textOf = (value: ListedValue) => {
    if (typeof value === "string") return value;
    if ("number" in value) return formatDecimal(value.number, numbers);
    return "day" in value ? format.day(value.day) : format.money(value);
  };
  return fields.map(({ key, label, isFigure }) => ({
    id: ownName(key),
    header: label,
    isExtra: true,
    labelled: true,
    ...(isFigure && { align: "end" as const }),
    cell: ({ id }) => {
      const value = values[id]?.[key];
      return value === undefined ? <span className="nothing">–</span> : textOf(value);
    },
  }));
}
