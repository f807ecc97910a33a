import pg from "pg";
import { erasedEmail } from "~/domain/affiliates/erased";
import { archivedTables } from "~/domain/archive/tables";

/** Rows per transaction. */
const BATCH = 1_000;

/** Who is erased, and how they are called from now on. */
export interface ErasedPerson {
  affiliateId: string;
  /** The account they had as this affiliate. */
  userId: string;
  name: string;
  email: string;
  nobody: string;
}

/** What was changed, in rows. */
export interface Erased {
  texts: number;
  /** Whether the account is gone; it stays while the person belongs to another organisation. */
  account: boolean;
}

/**
 * Takes the name and the address of an erased affiliate out of every text that people wrote or that quotes them, in one
 * organisation, and deletes their account if nothing else needs it, with its sessions, links, second factors and sign-ups. Safe to
 * run twice and to resume.
 *
 * @param owner the owner's pool: the runtime role can change neither the log nor accounts of others
 */
export async function erasePerson(owner: pg.Pool, orgId: string, person: ErasedPerson): Promise<Erased> {
  let texts = 0;
  for (const column of await columnsOf(owner)) {
    for (const pattern of patternsOf(person, column.isJson)) {
      let rows = 0;
      do {
        rows = await replaceBatch(owner, orgId, column, pattern, person.nobody);
        texts += rows;
      } while (rows === BATCH);
    }
  }
  return { texts, account: await closeAccount(owner, orgId, person) };
}

interface Column {
  table: string;
  /** What tells its rows apart within the organisation. */
  key: readonly string[];
  column: string;
  /** Of the database. */
  type: string;
  /** Whether it holds JSON, as such or as text. */
  isJson: boolean;
}

/** Where texts stand, with their types from the catalogue. */
async function columnsOf(owner: pg.Pool): Promise<Column[]> {
  const { rows } = await owner.query<Omit<Column, "isJson" | "key">>(
    `select c.relname::text as table, a.attname::text as column, a.atttypid::regtype::text as type
     from pg_class c join pg_attribute a on a.attrelid = c.oid where c.relnamespace = 'public'::regnamespace`,
  );
  return rows.flatMap((one) => {
    const decided = archivedTables.find(({ table }) => table === one.table);
    if (!decided?.written.includes(one.column)) return [];
    const isJson = one.type === "jsonb" || one.column === "body";
    return { ...one, key: Object.keys(decided.key), isJson };
  });
}

interface Pattern {
  /** An advanced regular expression of Postgres. */
  text: string;
  ignoresCase: boolean;
}

async function replaceBatch(
  owner: pg.Pool,
  orgId: string,
  { table, key, column, type }: Column,
  { text, ignoresCase }: Pattern,
  nobody: string,
): Promise<number> {
  const name = `public.${pg.escapeIdentifier(table)}`;
  const value = pg.escapeIdentifier(column);
  const matches = `${ignoresCase ? "~*" : "~"} $2`;
  // Of a list each text by itself: a name that has a comma is not two of them.
  const [found, replaced] =
    type === "text[]"
      ? [
          `exists (select from unnest(${value}) one where one ${matches})`,
          `array(select regexp_replace(one, $2, $3, $4) from unnest(${value}) with ordinality list (one, place) order by place)`,
        ]
      : [`${value}::text ${matches}`, `regexp_replace(${value}::text, $2, $3, $4)::${type}`];
  const { rowCount } = await owner.query(
    `update ${name} set ${value} = ${replaced}
     where org_id = $1 and (${key.join(", ")}) in (
       select ${key.join(", ")} from ${name} where org_id = $1 and ${found} limit ${BATCH})`,
    // A backslash would stand for what was found.
    [orgId, text, nobody.replaceAll("\\", ""), ignoresCase ? "gi" : "g"],
  );
  return rowCount ?? 0;
}

/**
 * The address wherever it stands. The name of several words wherever these stand as words; that of one word, which may be a word of
 * the language too, only as it is written, and in JSON only as a whole value that is no key.
 */
function patternsOf({ name, email }: ErasedPerson, isJson: boolean): Pattern[] {
  // As it stands in JSON, where quotes have a backslash.
  const any = (text: string) =>
    `(?:${[...new Set([text, JSON.stringify(text).slice(1, -1)])].map(escaped).join("|")})`;
  const asWords = `(?<![[:alnum:]])${any(name)}(?![[:alnum:]])`;
  const isOneWord = !/\s/.test(name.trim());
  return [
    { text: `(?<![[:alnum:]._%+-])${any(email)}(?![[:alnum:]-])`, ignoresCase: true },
    {
      text: isOneWord && isJson ? `(?<=")${any(name)}(?="(?!\\s*:))` : asWords,
      ignoresCase: !isOneWord,
    },
  ];
}

/** As a part of a pattern. An "ß" may be written "SS" in capitals, which comparing without case does not know. */
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\-]/g, "\\$&").replaceAll("ß", "(?:ß|ss)");

/** In one transaction: an account that is half closed would be one that nobody can explain. */
async function closeAccount(
  owner: pg.Pool,
  orgId: string,
  { affiliateId, userId, email }: ErasedPerson,
): Promise<boolean> {
  const client = await owner.connect();
  try {
    await client.query("begin");
    await client.query(
      `update public.member_invitation set email = $3,
         revoked_at = case when accepted_at is null then coalesce(revoked_at, $4::timestamptz) else revoked_at end
       where org_id = $1 and email = $2`,
      [orgId, email, erasedEmail(affiliateId), new Date()],
    );
    await client.query("delete from public.one_time_token where user_id = $1 and org_id = $2", [
      userId,
      orgId,
    ]);
    await client.query("delete from public.session where user_id = $1 and affiliate_org_id = $2", [
      userId,
      orgId,
    ]);
    await client.query("delete from public.mail_choice where user_id = $1 and org_id = $2", [userId, orgId]);
    const { rowCount } = await client.query(
      `delete from public.app_user where id = $1
         and not exists (select 1 from public.membership where user_id = $1)`,
      [userId],
    );
    if (rowCount) await client.query("delete from public.sign_up where email = $1", [email]);
    await client.query("commit");
    client.release();
    return Boolean(rowCount);
  } catch (error) {
    await client.query("rollback").then(
      () => client.release(),
      (failure: Error) => client.release(failure),
    );
    throw error;
  }
}
