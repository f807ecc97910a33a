/** A table and the tables that its foreign keys reference. */
export interface Referring {
  name: string;
  references: string[];
}

/** Sorts tables so that each follows the tables it references, otherwise by name. */
export function byForeignKeys<T extends Referring>(tables: T[]): T[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const ordered = new Set<T>();
  const visit = (table: T, trail: string[]): void => {
    if (trail.includes(table.name)) {
      throw new Error(`circular foreign keys: ${trail.join(", ")}`);
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
