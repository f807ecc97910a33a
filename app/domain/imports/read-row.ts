import { keyOfOwnName } from "../fields/own-field";
import { isDamagedCell } from "./damaged-cell";
import type { RowProblem } from "./import.schema";
import { LEAD_AFFILIATE, fieldsOf, joinCells, type Columns, type ImportKind } from "./import-run";
import type { TypedRow } from "./typed-row";

type ColumnsOf = { kind: ImportKind; columns: Columns };

/** The fields of an import; without a column, it does not matter whether the organization has them. */
const namesOf = ({ kind, columns }: ColumnsOf) => {
  const own = Object.keys(columns).filter((name) => keyOfOwnName(name) !== null);
  return [...fieldsOf(kind, []).map(({ name }): string => name), ...own];
};

/** Returns the text of each field in a row. */
export function valuesOf(run: ColumnsOf, cells: readonly string[]) {
  const values = namesOf(run).map((name) => {
    const places = run.columns[name];
    return [
      name,
      places &&
        joinCells(
          name,
          places.map((place) => cells[place] ?? ""),
        ),
    ] as const;
  });
  return Object.fromEntries(values) as TypedRow["values"];
}

/** Treats a damaged cell as empty. The row is created without it, or is wrong if its field is required. */
export function withoutDamage(run: ColumnsOf, cells: readonly string[]): TypedRow {
  const damaged = namesOf(run).filter((name) => run.columns[name]?.some((place) => isDamagedCell(cells[place] ?? "")));
  const values = valuesOf(
    run,
    cells.map((cell) => (isDamagedCell(cell) ? "" : cell)),
  );
  // A damaged part invalidates a whole name. For an affiliate, any other identifying column is enough.
  const left = damaged.filter((name) => name !== LEAD_AFFILIATE).map((name) => [name, ""]);
  const remarks = damaged.map((name) => ({ field: name, reason: "import_cell_damaged" }));
  return { values: { ...values, ...Object.fromEntries(left) }, remarks };
}

/** Returns the problem of a row with more cells than the file has columns; none for other rows. */
export const surplusOf = (header: readonly string[], cells: readonly string[]): RowProblem[] =>
  cells.slice(header.length).some((cell) => cell.trim() !== "")
    ? [{ field: null, reason: "import_too_many_cells" }]
    : [];
