import { MAX_FILE_BYTES } from "~/domain/files/file";
import { typeOfStart } from "~/domain/files/file-type";
import { withStoredFile } from "~/domain/files/store-file.server";
import { invoiceFromXml, invoicePaths } from "~/domain/payouts/invoice-xml";
import { MAX_XML_BYTES, type InvoiceFacts } from "~/domain/payouts/own-invoice";
import type { SubmittedInvoice } from "~/domain/payouts/submit-invoice.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";
import { attachedInvoice } from "~/platform/documents/pdf-attachment.server";
import { readXml } from "~/platform/documents/read-xml.server";
import { files } from "../app-context.server";
import type { UploadedFile } from "../upload.server";

/** Name of the file field of forms with an invoice. */
export const INVOICE_FILE = "invoice_file";

/** Bytes that show the type. */
const START = 32;

interface GivenInvoice {
  /** Opens the scope in which the file is stored. */
  inStore: InScope;
  file: UploadedFile | null;
  /** Returns the entered values, or null if they are rejected. Not called for a file that has its own. */
  entered: () => InvoiceFacts | null;
}

/**
 * Stores the uploaded invoice and calls `use` with what it says: read from XML, also from that in a PDF, or entered for
 * another PDF. If `use` fails, the file is deleted again. Returns null, and stores nothing, if the entered values are
 * rejected. Throws `invoice_file_required`, `invoice_file_type`, `file_too_large`, what `invoiceFromXml` and
 * `withStoredFile` throw.
 */
export async function withInvoice<T>(
  { inStore, file, entered }: GivenInvoice,
  use: (invoice: Omit<SubmittedInvoice, "payoutId">) => Promise<T>,
): Promise<T | null> {
  try {
    if (!file) throw new DomainError("invoice_file_required");
    const source = file.bytes[Symbol.asyncIterator]();
    const start = await collect(source, START);
    const type = typeOfStart(start);
    if (type !== "application/xml" && type !== "application/pdf") throw new DomainError("invoice_file_type");
    const isXml = type === "application/xml";
    const bytes = await whole(source, start, isXml ? MAX_XML_BYTES : MAX_FILE_BYTES);
    const read = isXml ? invoiceFromXml(readXml(bytes, invoicePaths)) : await invoiceInPdf(bytes);
    const facts = read ?? entered();
    if (!facts) return null;
    const given = { kind: "invoice", name: file.name, bytes: [bytes] } as const;
    return await withStoredFile(inStore, given, files().rules, (fileId) =>
      use({ fileId, facts, isRead: read !== null }),
    );
  } catch (error) {
    throw atField(error);
  }
}

/** XML of other kinds, such as ZUGFeRD 1, and XML that cannot be read, is no e-invoice: the values are entered. */
const OTHERS = ["invoice_xml_broken", "invoice_xml_unknown"];

/** Returns what the e-invoice in a PDF says; null if there is none. Throws what `invoiceFromXml` throws. */
async function invoiceInPdf(pdf: Buffer): Promise<InvoiceFacts | null> {
  const xml = await attachedInvoice(pdf);
  if (!xml) return null;
  try {
    return invoiceFromXml(readXml(xml, invoicePaths));
  } catch (error) {
    if (error instanceof DomainError && OTHERS.includes(error.code)) return null;
    throw error;
  }
}

/** Reads at least this many bytes, if there are so many. */
async function collect(source: AsyncIterator<Uint8Array>, least: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for (let length = 0; length < least;) {
    const next = await source.next();
    if (next.done) break;
    chunks.push(next.value);
    length += next.value.length;
  }
  return Buffer.concat(chunks);
}

/** Reads all bytes. Throws `file_too_large` for more than `most`. */
async function whole(source: AsyncIterator<Uint8Array>, start: Buffer, most: number): Promise<Buffer> {
  const bytes = Buffer.concat([start, await collect(source, most + 1 - start.length)]);
  if (bytes.length > most) throw new DomainError("file_too_large", { max: most / 1024 / 1024 });
  return bytes;
}

/** Returns the error at the field of the file, if it is about the file. */
function atField(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.field) return error;
  return /^(?:file_|invoice_(?:file|xml|sum))/.test(error.code) ? error.at(INVOICE_FILE) : error;
}
