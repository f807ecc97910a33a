import { receiptInFile } from "~/domain/files/receipt";
import { DomainError } from "~/domain/shared/errors";

/** Returns the receipt that a request sends as an address or as a file; null for neither. Throws `receipt_both`. */
export function sentReceipt(url: string | null, file: string | undefined): string | null {
  if (url !== null && file !== undefined) throw new DomainError("receipt_both", {}, "receipt_file");
  return file === undefined ? url : receiptInFile(file);
}
