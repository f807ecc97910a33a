import { createHash } from "node:crypto";
import type pg from "pg";
import type { BankVault } from "../bank-vault.server";

/** A document that remains of a deleted organization. */
export interface KeptDocument {
  orgId: string;
  id: string;
  kind: "credit_note" | "cancellation" | "statement";
  number: string;
  /** Days, such as 2026-12-31. */
  issuedOn: string;
  keptUntil: string;
  /** Null for a statement, and for a document that never became a file. */
  pdfSha256: string | null;
  /** Null where no e-invoice is possible. */
  xmlSha256: string | null;
}

const FIELDS = `org_id as "orgId", id, kind, number, issued_on::text as "issuedOn", kept_until::text as "keptUntil",
  pdf_sha256 as "pdfSha256", xml_sha256 as "xmlSha256"`;

/** Lists the kept documents of a deleted organization, or of all of them, by organization, day and number. */
export async function listKeptDocuments(owner: pg.Pool, orgId: string | null): Promise<KeptDocument[]> {
  const { rows } = await owner.query<KeptDocument>(
    `select ${FIELDS} from public.kept_document where $1::uuid is null or org_id = $1
     order by org_id, issued_on, number, id`,
    [orgId],
  );
  return rows;
}

/** What is kept of a document. */
export interface KeptContent {
  content: unknown;
  objections: unknown[];
  pdf: Uint8Array | null;
  xml: Uint8Array | null;
}

interface SealedRow {
  content: unknown;
  objections: unknown[];
  pdf: Buffer | null;
  xml: Buffer | null;
  key_id: string | null;
}

/** Reads a kept document with its decrypted bytes. Throws if they differ from those that were issued. */
export async function readKeptDocument(
  owner: pg.Pool,
  { orgId, id, number, pdfSha256, xmlSha256 }: KeptDocument,
  vault: Pick<BankVault, "openBytes">,
): Promise<KeptContent> {
  const { rows } = await owner.query<SealedRow>(
    "select content, objections, pdf, xml, key_id from public.kept_document where org_id = $1 and id = $2",
    [orgId, id],
  );
  const [row] = rows;
  if (!row) throw new Error(`document ${number} was deleted meanwhile`);
  const opened = (sealed: Buffer | null, sha256: string | null) => {
    if (!sealed || row.key_id === null) return null;
    const bytes = vault.openBytes(sealed, row.key_id);
    if (createHash("sha256").update(bytes).digest("hex") !== sha256)
      throw new Error(`the bytes of document ${number} differ from those that were issued`);
    return bytes;
  };
  const { content, objections } = row;
  return { content, objections, pdf: opened(row.pdf, pdfSha256), xml: opened(row.xml, xmlSha256) };
}
