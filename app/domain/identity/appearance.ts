import { z } from "zod";
import { tables, type TableName } from "../shared/lists";

/** How a user wants the staff screens, on every device. */
export interface Appearance {
  /** Rows of lists are close together. */
  compactLists: boolean;
  /** Shortcuts of a single key are enabled (WCAG 2.1.4). */
  singleKeys: boolean;
  /** The chosen columns of tables, where they differ from the usual ones; see `parseColumns`. */
  columns: Partial<Record<TableName, string>>;
}

/** The appearance of a user who has not chosen. */
export const defaultAppearance: Appearance = { compactLists: false, singleKeys: true, columns: {} };

const choice = z.enum(["on", "off"]).transform((value) => value === "on");

/** The choices of a form; unknown values are rejected. */
export const appearanceSchema = z
  .object({ compact_lists: choice, single_keys: choice })
  .partial()
  .transform(({ compact_lists: compactLists, single_keys: singleKeys }): Partial<Omit<Appearance, "columns">> => {
    return { ...(compactLists !== undefined && { compactLists }), ...(singleKeys !== undefined && { singleKeys }) };
  });

/** Reads the stored choices of columns; invalid values are omitted. */
export function readChoices(stored: unknown): Appearance["columns"] {
  const choices = typeof stored === "object" && stored !== null ? (stored as Record<string, unknown>) : {};
  return Object.fromEntries(
    tables.flatMap((table) => (typeof choices[table] === "string" ? [[table, choices[table]]] : [])),
  );
}
