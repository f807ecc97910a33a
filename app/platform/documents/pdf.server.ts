import { setImmediate as otherWork } from "node:timers/promises";
import PDFDocument from "pdfkit";
import type { Day } from "~/domain/shared/dates";
import type { DocumentText } from "~/i18n/document-text";
import { addressOf, Page, PAGE_SIZE } from "./pdf-page.server";
import { block, MM, Pen, styles } from "./pdf-pen.server";
import { layTable } from "./pdf-table.server";
import { printable } from "./typeface.server";

/** A file inside a PDF (PDF/A-3). */
export interface PdfAttachment {
  /** As in `factur-x.xml`. */
  name: string;
  mimeType: string;
  description: string;
  /** How the file relates to the pages. `Alternative`: it says the same. */
  relationship: "Alternative" | "Data" | "Source" | "Supplement";
  bytes: Uint8Array;
}

export interface PdfExtras {
  /** The organization's logo, PNG or JPEG. */
  logo?: Uint8Array;
  attachments?: readonly PdfAttachment[];
  /** `rdf:Description` elements for the metadata, as XML that the caller has escaped. */
  metadata?: string;
}

/**
 * Renders a document as PDF/A-3b, A4, tagged, with embedded fonts. Its address fits a window envelope (DIN 5008, form
 * B). The same document always gives the same bytes. Yields pieces as pages are finished, so that a long document takes
 * no more memory than a short one. Other work gets its turn after each page, but use it in a worker only.
 */
export async function* renderPdf(text: DocumentText, extras: PdfExtras = {}): AsyncGenerator<Uint8Array> {
  const counting = new Page(null, text, 0);
  for (const _ of layOut(counting, text, extras)) await otherWork();

  const doc = open(text);
  const pen = new Pen(doc);
  for (const _ of layOut(new Page(pen, text, counting.number), text, extras)) {
    const piece = written(doc);
    if (piece) yield piece;
    await otherWork();
  }
  pen.end();
  attach(doc, text.issuedOn, extras);
  doc.end();
  // The end may come later: a logo with transparency is unpacked in the background.
  for await (const piece of doc) yield piece as Buffer;
}

/** Takes what has been written so far. */
const written = (doc: typeof PDFDocument) => (doc as unknown as { read(): Buffer | null }).read();

/** Midnight UTC: the only moment in the file, so that the bytes depend on nothing else. */
const momentOf = (day: Day) => new Date(`${day}T00:00:00Z`);

function open({ title, language, issuedOn }: DocumentText): typeof PDFDocument {
  const date = momentOf(issuedOn);
  return new PDFDocument({
    size: PAGE_SIZE,
    margin: 0,
    autoFirstPage: false,
    // Without the default, Helvetica, which is not embedded.
    font: "",
    // The fonts have a cache of their own, which is limited.
    fontLayoutCache: false,
    pdfVersion: "1.7",
    subset: "PDF/A-3b",
    tagged: true,
    lang: language,
    displayTitle: true,
    info: { Title: forXml(title), Creator: "Finderlohn", Producer: "Finderlohn", CreationDate: date },
  });
}

/** pdfkit writes the title into its XML as it is, so what XML would read as markup is left out. */
const forXml = (text: string) => printable(text).replace(/[<>&]/g, " ");

function attach(doc: typeof PDFDocument, issuedOn: Day, { attachments = [], metadata }: PdfExtras): void {
  const date = momentOf(issuedOn);
  for (const { name, mimeType, description, relationship, bytes } of attachments) {
    // The types lack the relationship.
    const file = { name, type: mimeType, description, relationship, creationDate: date, modifiedDate: date };
    doc.file(Buffer.from(bytes), file);
  }
  if (metadata) doc.appendXML(metadata);
}

function* layOut(page: Page, text: DocumentText, { logo }: PdfExtras): Generator<void> {
  yield* page.next();
  drawLetterhead(page, text, logo);
  page.top = Math.max(98 * MM, page.top + 8 * MM, drawFacts(page, text) + 8 * MM);
  page.paragraph(block(text.title, styles.title, page), "H1");
  page.top += 4;
  for (const sentence of text.intro) {
    page.paragraph(block(sentence, styles.body, page), "P");
    page.top += 3;
  }
  page.top += 3;
  for (const table of text.tables) {
    yield* layTable(page, table, text.repeated.carried);
    // Notes belong to the sums, which are below the first table.
    if (table === text.tables[0]) yield* layNotes(page, text.notes);
  }
  if (text.tables.length === 0) yield* layNotes(page, text.notes);
}

function* layNotes(page: Page, notes: readonly string[]): Generator<void> {
  page.top += 8;
  for (const note of notes) {
    const paragraph = block(note, styles.body, page);
    if (!page.hasRoom(paragraph.height)) yield* page.next();
    page.paragraph(paragraph, "P");
    page.top += 3;
  }
}

/** Places the sender and, where the window of an envelope is, the address of the receiver. The page goes on below. */
function drawLetterhead(page: Page, { sender, receiver }: DocumentText, logo: Uint8Array | undefined): void {
  const { pen, x } = page;
  if (logo) pen?.tag("Figure", () => pen.image(logo, x, 14 * MM, [60 * MM, 18 * MM]), { alt: sender.name });
  else {
    page.top = 18 * MM;
    page.paragraph(block(sender.name, styles.name, { x, width: page.width, maxLines: 2 }), "P");
  }
  const window = { x, width: 80 * MM };
  const back = block([sender.name, ...addressOf(sender)].join(" · "), styles.small, { ...window, maxLines: 2 });
  page.top = 61 * MM - back.height;
  page.paragraph(back, "P");
  page.top = 62.7 * MM;
  // Only a very long name exceeds the six lines of the window. By law, the whole name must be printed.
  for (const line of receiver) page.paragraph(block(line, styles.address, { ...window, maxLines: 7 }), "P");
}

/** Places number, date and the like beside the address. Returns where they end. */
function drawFacts({ pen }: Page, { facts }: DocumentText): number {
  let top = 50 * MM;
  for (const { label, value } of facts) {
    const labelBlock = block(label, styles.quiet, { x: 120 * MM, width: 28 * MM, maxLines: 2 });
    const valueBlock = block(value, styles.body, { x: 150 * MM, width: 40 * MM, maxLines: 7 });
    const at = top;
    const draw = () => {
      pen?.text(labelBlock, at + 1.7);
      pen?.text(valueBlock, at);
    };
    pen?.tag("P", draw, { actual: (labelBlock.actual ?? valueBlock.actual) ? printable(`${label} ${value}`) : null });
    top += Math.max(labelBlock.height + 1.7, valueBlock.height) + 2;
  }
  return top;
}
