import type { RowProblem } from "./import.schema";

/** A row by the names of its fields. */
export interface TypedRow {
  values: Record<string, string | undefined>;
  /** Data of the row that is not imported. */
  remarks: RowProblem[];
}

/** A row that its schema has parsed, or its problems. */
export type Checked<Input> = { input: Input; email: string; remarks: RowProblem[] } | { problems: RowProblem[] };
