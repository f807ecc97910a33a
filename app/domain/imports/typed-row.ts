import type { RowProblem } from "./import.schema";

/** A row by the names of its fields. */
export interface TypedRow {
  values: Record<string, string | undefined>;
  /** What is not taken of a row that is created. */
  remarks: RowProblem[];
}

/** A row as its schema has read it, or what is wrong with it. */
export type Checked<Input> = { input: Input; email: string; remarks: RowProblem[] } | { problems: RowProblem[] };
