import type pg from "pg";
import { normalEmail } from "~/domain/shared/email";
import { log } from "~/platform/log.server";

/** Addresses are normalized just before this migration, and again if it fails. */
export const EMAILS_MIGRATION = "20261130120000_text_in_nfc";

interface Addresses {
  table: string;
  /** SQL of the organization id; null for tables shared by all organizations. */
  org: string;
  /** Condition of the rows among which an address is unique; null if it may occur several times. */
  uniqueWhere: string | null;
  /** Sort order that decides which of two rows keeps the address: the one in use comes first. */
  first: string;
}

const tables: Addresses[] = [
  {
    table: "app_user",
    org: "null::uuid",
    uniqueWhere: "true",
    first: "(email_confirmed_at is not null) desc, (password_hash is not null) desc, created_at, id",
  },
  {
    table: "affiliate",
    org: "org_id",
    uniqueWhere: "true",
    first: "(status = 'active') desc, created_at, id",
  },
  {
    table: "member_invitation",
    org: "org_id",
    first: "created_at desc, id",
    uniqueWhere: "accepted_at is null and revoked_at is null",
  },
  { table: "lead", org: "org_id", uniqueWhere: null, first: "id" },
  { table: "sign_up", org: "null::uuid", uniqueWhere: null, first: "id" },
];

interface Row {
  id: string;
  org_id: string | null;
  email: string;
  is_unique: boolean;
}

/** A row whose address duplicates another one or is invalid. It keeps its spelling, or gets the other row's. */
export interface EmailClash {
  table: string;
  org_id: string | null;
  id: string;
  /** The row with the same address; null if the address is invalid. */
  same_as: string | null;
}

/**
 * Normalizes all stored email addresses (app/domain/shared/email.ts) in one transaction. Idempotent. If two rows get
 * the same address, one keeps it. The other keeps an address of the same mailbox and is logged.
 */
export async function normalizeEmails(client: pg.Client): Promise<EmailClash[]> {
  await client.query("begin");
  try {
    const clashes: EmailClash[] = [];
    for (const one of tables) {
      const { rows } = await client.query("select 1 where to_regclass($1) is not null", [`public.${one.table}`]);
      if (rows.length > 0) clashes.push(...(await normalizeTable(client, one)));
    }
    await client.query("commit");
    for (const clash of clashes) log.warn(clash, clash.same_as ? "duplicate email address" : "invalid email address");
    return clashes;
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
}

async function normalizeTable(client: pg.Client, addresses: Addresses): Promise<EmailClash[]> {
  const { table, org, uniqueWhere, first } = addresses;
  const select = `select id, ${org} as org_id, email, (${uniqueWhere ?? "false"}) as is_unique from public.${table}`;
  const set = (row: Row, email: string) =>
    client.query(`update public.${table} set email = $1 where id = $2 and (${org}) is not distinct from $3::uuid`, [
      email,
      row.id,
      row.org_id,
    ]);
  // Only addresses with non-ASCII characters, Punycode or a trailing full stop can change.
  const { rows: unusual } = await client.query<Row>(
    `${select} where octet_length(email) <> char_length(email) or email like '%@%xn--%' or email like '%.'`,
  );
  const wanted = [...new Set(unusual.flatMap(({ email }) => normalEmail(email) ?? []))];
  const { rows } = await client.query<Row>(`${select} where email = any($1) or email = any($2) order by ${first}`, [
    wanted,
    unusual.map(({ email }) => email),
  ]);
  const clashes: EmailClash[] = [];
  const holders = new Map<string, Row>();
  for (const row of rows) {
    const normal = normalEmail(row.email);
    const named = { table, org_id: row.org_id, id: row.id };
    if (normal === null) {
      clashes.push({ ...named, same_as: null });
      continue;
    }
    const key = `${row.org_id} ${normal}`;
    const holder = row.is_unique ? holders.get(key) : undefined;
    if (holder) clashes.push({ ...named, same_as: holder.id });
    else if (row.is_unique) holders.set(key, row);
    if (holder || row.email === normal) continue;
    const other =
      row.is_unique && rows.find((one) => one.is_unique && one.org_id === row.org_id && one.email === normal);
    if (other) {
      // The address must be unique at every moment.
      await set(other, `${other.id}@swap.invalid`);
      await set(row, normal);
      await set(other, row.email);
      other.email = row.email;
    } else await set(row, normal);
    row.email = normal;
  }
  return clashes;
}
