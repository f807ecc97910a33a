import { byForeignKeys } from "~/platform/db/foreign-keys";

/** Placement of a table: on the node of its organization, complete on every node, or on the coordinator. */
export type Place = "distributed" | "reference" | "local";

export interface TableFacts {
  name: string;
  /** Columns in key order; empty if there is no key. */
  primaryKey: string[];
  /** Tables that its foreign keys reference. */
  references: string[];
  /** Current placement; null for a table that Citus does not know. */
  place: Place | null;
}

/** The tables to place, each after the tables it references. */
export interface Plan {
  reference: string[];
  distributed: string[];
  /** Tables on the coordinator that Citus must know. */
  local: string[];
  /** Tables that are already placed. */
  done: string[];
}

/** The column that determines the node of a row. */
export const DISTRIBUTION_COLUMN = "org_id";

/**
 * Tables of the coordinator that one transaction writes together with rows of an organization. Citus commits both in
 * two phases only if it knows the table. It does not know the job queue, whose functions write to commit_mark instead.
 */
const COMMITTED_WITH_ROWS: readonly string[] = [
  "app_user",
  "commit_mark",
  "deleted_organization",
  "stripe_customer",
  "stripe_event",
  "stripe_simulation",
];

/**
 * Plans the placement of every table from the system catalog. A primary key that begins with the organization makes a
 * table distributed. A key that contains it elsewhere (memberships by user) makes a table local, and so do being
 * committed together with rows of an organization, and references to local and reference tables. A reference from a
 * distributed table to any other table makes that a reference table. Citus ignores all others.
 * Throws if foreign keys are circular.
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
    else if (primaryKey.includes(DISTRIBUTION_COLUMN) || COMMITTED_WITH_ROWS.includes(name)) mark(name, "local");
  }
  // From last to first, so that the targets of reference tables become reference tables too.
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
