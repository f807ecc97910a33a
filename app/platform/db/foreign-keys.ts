/** A table, and those that its foreign keys point to. */
export interface Referring {
  name: string;
  references: string[];
}

/** Orders tables so that each comes after those its foreign keys point to; equal ones by name. */
export function byForeignKeys<T extends Referring>(tables: T[]): T[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<T>();
  const visit = (table: T, trail: string[]): void => {
    if (trail.includes(table.name)) {
      throw new Error(`the foreign keys of ${trail.join(", ")} go in a circle`);
    }
    if (ordered.has(table)) return;
    for (const target of table.references.toSorted()) {
      const next = byName.get(target);
      if (next && next !== table) visit(next, [...trail, table.name]);
    }
    ordered.add(table);
  };
  for (const table of tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))) visit(table, []);
  return [...ordered];
}
