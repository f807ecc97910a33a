import { MAX_FILE_BYTES } from "~/domain/files/file";
import { typeOfStart } from "~/domain/files/file-type";
import { withStoredFile } from "~/domain/files/store-file.server";
import { invoiceFromXml, invoicePaths } from "~/domain/payouts/invoice-xml";
import { MAX_XML_BYTES, type InvoiceFacts } from "~/domain/payouts/own-invoice";
import type { SubmittedInvoice } from "~/domain/payouts/submit-invoice.server";
import { DomainError } from "~/domain/shared/errors";
import type { InScope } from "~/domain/shared/scope";
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
 * Stores the uploaded invoice and calls `use` with what it says: read from XML, or entered for a PDF. If `use` fails,
 * the file is deleted again. Returns null, and stores nothing, if the entered values are rejected. Throws
 * `invoice_file_required`, `invoice_file_type`, `file_too_large`, what `invoiceFromXml` and `withStoredFile` throw.
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
    const isRead = type === "application/xml";
    const xml = isRead ? await wholeXml(source, start) : null;
    const facts = xml ? invoiceFromXml(readXml(xml, invoicePaths)) : entered();
    if (!facts) return null;
    const given = { kind: "invoice", name: file.name, bytes: xml ? [xml] : following(source, start) } as const;
    return await withStoredFile(inStore, given, files().rules, (fileId) => use({ fileId, facts, isRead }));
  } catch (error) {
    throw atField(error);
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

async function wholeXml(source: AsyncIterator<Uint8Array>, start: Buffer): Promise<Buffer> {
  const xml = Buffer.concat([start, await collect(source, MAX_XML_BYTES + 1 - start.length)]);
  if (xml.length > MAX_XML_BYTES) throw new DomainError("file_too_large", { max: MAX_XML_BYTES / 1024 / 1024 });
  return xml;
}

/** Yields the bytes from the start on. The limit of a file ends it. */
async function* following(source: AsyncIterator<Uint8Array>, start: Buffer): AsyncGenerator<Uint8Array> {
  yield start;
  for (let sent = start.length; sent <= MAX_FILE_BYTES;) {
    const next = await source.next();
    if (next.done) return;
    sent += next.value.length;
    yield next.value;
  }
}

/** Returns the error at the field of the file, if it is about the file. */
function atField(error: unknown): unknown {
  if (!(error instanceof DomainError) || error.field) return error;
  return /^(?:file_|invoice_(?:file|xml|sum))/.test(error.code) ? error.at(INVOICE_FILE) : error;
}
