import { receiptInFile } from "~/domain/files/receipt";
import { withStoredFile } from "~/domain/files/store-file.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";
import { files } from "../app-context.server";
import type { UploadedFile } from "../upload.server";

/** Name of the file field of forms with a receipt. */
export const RECEIPT_FILE = "receipt_file";

/**
 * Stores the uploaded receipt of a form, if it has one, and calls `use` with the receipt to record: the file, or the
 * entered web address. If `use` fails, the file is deleted again, because the form is sent once more with its file.
 * Throws `receipt_both`, and what `withStoredFile` throws.
 */
export async function withReceipt<T>(
  inScope: InScope,
  { file, receiptUrl }: { file: UploadedFile | null; receiptUrl: string | null },
  use: (receipt: string | null) => Promise<T>,
): Promise<T> {
  if (!file) return use(receiptUrl);
  if (receiptUrl !== null) throw new DomainError("receipt_both", {}, RECEIPT_FILE);
  const given = { kind: "receipt", name: file.name, bytes: file.bytes } as const;
  return withStoredFile(inScope, given, files().rules, (id) => use(receiptInFile(id))).catch(atField);
}

/** Shows an error about the file at its field. */
function atField(error: unknown): never {
  if (error instanceof DomainError && !error.field && error.code.startsWith("file_")) throw error.at(RECEIPT_FILE);
  throw error;
}
