import fs from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { migrationNames } from "../cli/apply-migrations";

const folder = path.join(import.meta.dirname, "../prisma");
/** Earlier ones have been applied for long. */
const FIRST = "20261215";

/** Returns the tables that a script gives columns and also fills, which keeps readers waiting meanwhile. */
function filled(script: string): string[] {
  const sql = script.replace(/^\s*--.*$/gm, "");
  const tables = (pattern: RegExp) => new Set([...sql.matchAll(pattern)].map(([, name]) => name!));
  const updated = tables(/^\s*update\s+(?:public\.)?(\w+)/gim);
  return [...tables(/^\s*alter table\s+(?:public\.)?(\w+)\s+add column/gim)].filter((name) => updated.has(name));
}

test("[OPS-04] no migration fills a column that it adds, because readers wait for its transaction", () => {
  const found = migrationNames(folder)
    .filter((name) => name >= FIRST)
    .flatMap((name) => {
      const script = fs.readFileSync(path.join(folder, "migrations", name, "migration.sql"), "utf8");
      return filled(script).map((table) => `${name} ${table}`);
    });
  expect(found).toEqual([]);
  expect(filled("alter table lead add column x int;\n-- update lead\nupdate lead l set x = 1;")).toEqual(["lead"]);
});
