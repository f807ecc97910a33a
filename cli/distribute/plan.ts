import { byForeignKeys } from "~/platform/db/foreign-keys";

/** Where a table stands on a cluster: on the node of its organisation, whole on every node, or on the coordinator. */
export type Place = "distributed" | "reference" | "local";

export interface TableFacts {
  name: string;
  /** Columns in the order of the key; empty without one. */
  primaryKey: string[];
  /** Tables that its foreign keys point to. */
  references: string[];
  /** Where Citus has it already; null for a table that Citus does not know. */
  place: Place | null;
}

/** The tables that have still to be placed, in an order in which no foreign key points to a later one. */
export interface Plan {
  reference: string[];
  distributed: string[];
  /** On the coordinator, and known to Citus because a foreign key links them to a reference table. */
  local: string[];
  /** Tables that are where they belong. */
  done: string[];
}

/** The column that decides on which node a row is. */
export const DISTRIBUTION_COLUMN = "org_id";

/**
 * Decides from the catalogue where every table belongs. A primary key that begins with the organisation makes a table
 * distributed; one that contains it elsewhere (memberships by person) and whatever distributed tables point to makes a
 * reference table; what points to a reference table is local. All other tables are not mentioned: Citus leaves them
 * alone.
 * Throws when foreign keys go in a circle.
 */
export function planOf(tables: TableFacts[]): Plan {
  const ordered = byForeignKeys(tables);
  const places = placesOf(ordered);
  const wanted = (place: Place) => ordered.filter(({ name }) => places.get(name) === place);
  const open = (place: Place) => names(wanted(place).filter((table) => table.place !== place));
  return {
    reference: open("reference"),
    distributed: open("distributed"),
    local: open("local"),
    done: names(ordered.filter((table) => table.place === places.get(table.name))),
  };
}

/** Whether there is nothing to place. */
export const isEmpty = ({ reference, distributed, local }: Plan): boolean =>
  reference.length + distributed.length + local.length === 0;

function placesOf(ordered: TableFacts[]): Map<string, Place> {
  const places = new Map<string, Place>();
  const mark = (name: string, place: Place) => places.has(name) || places.set(name, place);
  for (const { name, primaryKey } of ordered) {
    if (primaryKey[0] === DISTRIBUTION_COLUMN) mark(name, "distributed");
    else if (primaryKey.includes(DISTRIBUTION_COLUMN)) mark(name, "reference");
  }
  // From the last table to the first, so that what a reference table points to becomes one as well.
  for (const { name, references } of ordered.toReversed()) {
    if (["distributed", "reference"].includes(places.get(name) ?? "")) {
      for (const target of references) mark(target, "reference");
    }
  }
  for (const { name, references } of ordered) {
    if (references.some((target) => places.has(target))) mark(name, "local");
  }
  return places;
}

const names = (tables: TableFacts[]): string[] => tables.map(({ name }) => name);
