import type { Column, Model } from "./columns-of-models";

/** A table in the data archive. */
export interface ArchivedTable {
  /** Name of the table and of its file. */
  table: string;
  columns: readonly string[];
  /** The remaining columns: secrets and derived values. */
  leftOut: readonly string[];
  /** Columns that order the rows within the organization, with their types. */
  key: Readonly<Record<string, "uuid" | "text" | "int" | "date">>;
  /** Columns that may contain the name of an erased person. */
  written: readonly string[];
  /**
   * SQL condition for the rows that concern certain leads, for tables with `written` columns. $1 is the organization,
   * $2 the leads as uuid[].
   */
  ofLeads: string | null;
  /** Rows per read, few enough for little memory even with the longest texts. */
  atOnce: number;
}

/** The `ofLeads` of a table whose rows are not about leads. */
export const OF_NO_LEAD = "$2::uuid[] = '{}'";

/** A table that can be rebuilt from the others, or whose content is elsewhere in the archive. */
export type Derived = { table: string; derived: "whole" };

interface Decisions<Kept, Secret, Derived> {
  table: string;
  kept: readonly Kept[];
  /** Hashes, keys and tokens grant access, so no file contains them. */
  secret?: readonly Secret[];
  /** Computed from other columns by the database. */
  derived?: readonly Derived[];
  /**
   * Kept columns with texts that people wrote or that quote such texts; they may contain the name of an erased person.
   * `ofLeads` selects the rows that concern certain leads. The name of a lead's contact is searched in these rows only,
   * because other people may have the same name.
   */
  written?: { in: readonly Kept[]; ofLeads: string };
  key?: ArchivedTable["key"];
  atOnce?: number;
}

/** Creates a table from its decisions; decisions that miss a column do not compile. */
export const columnsOf =
  <M extends Model>() =>
  <const K extends Column<M>, const S extends Column<M> = never, const D extends Column<M> = never>(
    decided: Decisions<K, S, D> &
      ([Exclude<Column<M>, K | S | D>] extends [never] ? unknown : { missing: Exclude<Column<M>, K | S | D> }),
  ): ArchivedTable => {
    const { table, kept, secret = [], derived = [], ...rest }: Decisions<K, S, D> = decided;
    const { written, key = { id: "uuid" }, atOnce = 2_000 } = rest;
    return {
      table,
      columns: kept,
      leftOut: [...secret, ...derived],
      key,
      atOnce,
      written: written?.in ?? [],
      ofLeads: written?.ofLeads ?? null,
    };
  };
