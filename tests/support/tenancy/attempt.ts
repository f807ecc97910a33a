import pg from "pg";
import { inject } from "vitest";
import { withDatabase } from "../server";

/** Settings of a transaction: who tries a statement. */
export interface Identity {
  org: string | null;
  affiliate?: string;
  /** The user that the transaction has named (app.open_person), by id or email address. */
  person?: string;
  /** The affiliate whose access the transaction has ended (app.end_affiliation). */
  ended?: string;
}

export interface Outcome {
  rows: Record<string, unknown>[];
  /** Number of rows read or changed. */
  count: number;
  /** SQLSTATE of the error; null if it succeeded. */
  code: string | null;
}

/**
 * Runs one statement with an identity and rolls it back. `login` is a connection of the runtime role. In a permissive
 * session a superuser assumes that role for each statement. All privileges are granted there and constraints are
 * disabled (unless `links`), so that only policies can deny something.
 */
export interface Session {
  client: pg.ClientBase;
  laboratory: boolean;
  attempt(identity: Identity, sql: string, values?: unknown[], options?: { links: boolean }): Promise<Outcome>;
}

export function openSession(client: pg.ClientBase, laboratory: { role: string } | null): Session {
  return {
    client,
    laboratory: laboratory !== null,
    async attempt({ org, affiliate, person, ended }, sql, values = [], { links } = { links: false }) {
      await client.query(
        [
          "savepoint attempt",
          ...(org === null ? [] : [`set local app.org_id = '${org}'`]),
          ...(affiliate === undefined ? [] : [`set local app.affiliate_id = '${affiliate}'`]),
          ...(person === undefined ? [] : [`select app.open_person('${person}')`]),
          ...(ended === undefined ? [] : [`set local app.ended_affiliation = '${ended}'`]),
          ...(laboratory
            ? [
                `set local session_replication_role = ${links ? "origin" : "replica"}`,
                `set local role "${laboratory.role}"`,
              ]
            : []),
        ].join(";"),
      );
      let outcome: Outcome;
      try {
        const { rows, rowCount } = await client.query<Record<string, unknown>>(sql, values);
        outcome = { rows, count: rowCount ?? 0, code: null };
      } catch (error) {
        const { code } = error as { code?: string };
        if (!code) throw error;
        outcome = { rows: [], count: 0, code };
      }
      await client.query("rollback to savepoint attempt; release savepoint attempt");
      return outcome;
    },
  };
}

/**
 * Grants the runtime role every privilege for the rest of the transaction, so that only policies can deny something.
 */
export async function openPermissiveSession(client: pg.ClientBase, role: string): Promise<Session> {
  await client.query(`grant select, insert, update, delete on all tables in schema public to "${role}"`);
  return openSession(client, { role });
}

/** Runs a callback in a transaction and rolls it back. */
export async function undone<T>(client: pg.Client, use: () => Promise<T>): Promise<T> {
  await client.query("begin");
  try {
    return await use();
  } finally {
    await client.query("rollback");
  }
}

/** Opens a connection of the server's superuser to a test database. */
export async function openAdmin({ ownerUrl }: { ownerUrl: string }): Promise<pg.Client> {
  const database = new URL(ownerUrl).pathname.slice(1);
  const admin = new pg.Client({ connectionString: withDatabase(inject("server").adminUrl, database) });
  await admin.connect();
  return admin;
}
