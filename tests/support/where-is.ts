import type { TestDatabase } from "./database";

/** Returns the forms of a text: plain, in JSON, in ASCII JSON, and URL-encoded. */
export const formsOf = (text: string): string[] => [
  text,
  JSON.stringify(text).slice(1, -1),
  asciiJson(text),
  encodeURIComponent(text),
  new URLSearchParams({ q: text }).toString().slice(2),
];

/** Encodes JSON like PHP. */
const asciiJson = (text: string) =>
  JSON.stringify(text)
    .slice(1, -1)
    .replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** Returns the places (table.column) in the whole database, including the queue, that contain a text in any form. */
export async function findTextInDatabase({ ownerPool }: TestDatabase, text: string): Promise<string[]> {
  const { rows: tables } = await ownerPool.query<{ name: string; columns: string[] }>(
    `select c.oid::regclass::text as name, array_agg(quote_ident(a.attname)) as columns
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relkind = 'r' and n.nspname in ('public', 'graphile_worker') group by 1`,
  );
  const forms = [...new Set(formsOf(text).flatMap((form) => [form, JSON.stringify(form).slice(1, -1)]))];
  const found: string[] = [];
  for (const { name, columns } of tables) {
    const has = (column: string) =>
      `bool_or(exists (select from unnest($1::text[]) form where position(lower(form) in lower(${column}::text)) > 0))`;
    const { rows } = await ownerPool.query<{ has: (boolean | null)[] }>(
      `select array[${columns.map(has).join(", ")}] as has from ${name}`,
      [forms],
    );
    found.push(...columns.filter((_, at) => rows[0]!.has[at]).map((column) => `${name}.${column}`));
  }
  return found.sort();
}

/** Makes waiting jobs of this name due. */
export async function makeDue({ ownerPool }: TestDatabase, task: string): Promise<void> {
  await ownerPool.query(
    `update graphile_worker._private_jobs set run_at = now()
     where task_id = (select id from graphile_worker._private_tasks where identifier = $1)`,
    [task],
  );
}
