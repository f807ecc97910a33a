import { createHash } from "node:crypto";
import type pg from "pg";
import type { BankVault } from "../bank-vault.server";

/** A row with bank data that another key has encrypted. */
interface SealedRow {
  org_id: string;
  /** Of the row within its organization. */
  own_id: string;
  key_id: string;
  sealed?: string;
  pdf?: Buffer;
  pdf_sha256?: string;
  xml?: Buffer | null;
  xml_sha256?: string | null;
}

/** How the rows of a table are encrypted again. */
interface SealedTable {
  table: string;
  /** Column that names the row within its organization. */
  id: string;
  columns: readonly string[];
  /** Rows per query, few enough for the memory with their bytes. */
  atOnce: number;
  /** Returns the new values of columns, without the id of the key. Throws if the row cannot be decrypted. */
  again(row: SealedRow, vault: BankVault): Record<string, unknown>;
}

const account = (table: string): SealedTable => ({
  table,
  id: "id",
  columns: ["iban_sealed as sealed"],
  atOnce: 500,
  again({ sealed, key_id }, vault) {
    const iban = vault.open(sealed!, key_id);
    return { iban_sealed: vault.seal(iban).sealed, iban_mark: vault.marks(iban)[0] };
  },
});

/** Throws if the bytes are not those that were issued. */
function sealedAgain(sealed: Buffer, sha256: string, keyId: string, vault: BankVault): Buffer {
  const bytes = vault.openBytes(sealed, keyId);
  if (createHash("sha256").update(bytes).digest("hex") !== sha256)
    throw new Error("the bytes differ from their checksum");
  return vault.sealBytes(bytes).sealed;
}

const documents = (table: string, id: string): SealedTable => ({
  table,
  id,
  columns: ["pdf", "pdf_sha256", "xml", "xml_sha256"],
  atOnce: 50,
  again({ pdf, pdf_sha256, xml, xml_sha256, key_id }, vault) {
    return {
      pdf: sealedAgain(pdf!, pdf_sha256!, key_id, vault),
      xml: xml ? sealedAgain(xml, xml_sha256!, key_id, vault) : null,
    };
  },
});

/** Every table with the id of a key, as a test checks. */
const tables: readonly SealedTable[] = [
  account("payee_account"),
  account("payer_account"),
  {
    table: "bank_file",
    id: "id",
    columns: ["sealed"],
    atOnce: 50,
    again: ({ sealed, key_id }, vault) => ({ sealed: vault.seal(vault.open(sealed!, key_id)).sealed }),
  },
  documents("document_file", "document_id"),
  documents("kept_document", "id"),
];

/** What became of the rows of a table. */
export interface Resealed {
  table: string;
  /** Rows that the current key has encrypted now. */
  resealed: number;
  /** Rows that were left as they are: their key is missing, or their bytes are damaged. */
  failed: number;
  /** Ids of the keys of those. */
  failed_keys: string[];
}

/**
 * Encrypts all bank data again with the current key (PAY-02), table by table, so that earlier keys can be removed. Each
 * row changes alone and only if its key is still the one that was read: an interruption loses nothing, another call
 * continues, and a row that is written meanwhile stays. A row that cannot be decrypted is counted and left.
 *
 * @param owner pool of the owner role: issued documents are closed to changes by the runtime role
 * @param dryRun only decrypts, and counts what would be encrypted again
 */
export async function* resealBankData(
  owner: pg.Pool,
  vault: BankVault,
  { dryRun = false }: { dryRun?: boolean } = {},
): AsyncGenerator<Resealed> {
  for (const one of tables) yield await resealTable(owner, one, vault, dryRun);
}

async function resealTable(owner: pg.Pool, one: SealedTable, vault: BankVault, dryRun: boolean): Promise<Resealed> {
  const { table, id, columns, atOnce } = one;
  const counts = { table, resealed: 0, failed: 0 };
  const failedKeys = new Set<string>();
  let after: [string, string] | null = null;
  for (;;) {
    const { rows }: pg.QueryResult<SealedRow> = await owner.query(
      `select org_id, ${id} as own_id, key_id, ${columns.join(", ")} from public.${table}
       where key_id <> $1 and ($2::uuid is null or (org_id, ${id}) > ($2::uuid, $3::uuid))
       order by org_id, ${id} limit $4`,
      [vault.keyId, after?.[0] ?? null, after?.[1] ?? null, atOnce],
    );
    for (const row of rows) {
      after = [row.org_id, row.own_id];
      let values: Record<string, unknown>;
      try {
        values = one.again(row, vault);
      } catch {
        counts.failed += 1;
        failedKeys.add(row.key_id);
        continue;
      }
      counts.resealed += dryRun ? 1 : await write(owner, one, row, { ...values, key_id: vault.keyId });
    }
    if (rows.length < atOnce) return { ...counts, failed_keys: [...failedKeys].sort() };
  }
}

async function write(
  owner: pg.Pool,
  { table, id }: SealedTable,
  row: SealedRow,
  values: Record<string, unknown>,
): Promise<number> {
  const set = Object.keys(values).map((column, index) => `${column} = $${index + 4}`);
  const { rowCount } = await owner.query(
    `update public.${table} set ${set.join(", ")} where org_id = $1 and ${id} = $2 and key_id = $3`,
    [row.org_id, row.own_id, row.key_id, ...Object.values(values)],
  );
  return rowCount ?? 0;
}
