import type { ReactNode } from "react";
import { grouped } from "~/domain/shared/grouped";

/** Rows of a Table under a heading of their own. */
export type TableGroup<Row> = {
  id: string;
  head: ReactNode;
  rows: readonly Row[];
  /** Stands in place of the rows if there are none. */
  empty?: ReactNode;
};

/** Groups rows by a name, which becomes their heading. */
export function groupsByName<Row>(rows: readonly Row[], nameOf: (row: Row) => string): TableGroup<Row>[] {
  return [...grouped(rows, nameOf)].map(([name, own]) => ({ id: name, head: name, rows: own }));
}

export function GroupRow({ head, columns }: { head: ReactNode; columns: number }) {
  return (
    <tr role="row" className="group">
      <th role="rowheader" scope="rowgroup" colSpan={columns}>
        {head}
      </th>
    </tr>
  );
}

/** Says why a group has no rows. */
export function EmptyGroupRow({ text, columns }: { text: ReactNode; columns: number }) {
  return (
    // It has no name, so no line of a card ends after one.
    <tr role="row" className="cards:after:hidden">
      <td role="cell" colSpan={columns} className="text-muted">
        {text}
      </td>
    </tr>
  );
}
