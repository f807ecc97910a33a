import PDFDocument from "pdfkit";
import { deflateSync } from "node:zlib";

// PDFs with attachments, as programs and attackers write them.

/** A PDF/A-like file with these attachments, by their names. */
export async function pdfWith(attachments: Record<string, string | Buffer>): Promise<Buffer> {
  const document = new PDFDocument({ pdfVersion: "1.7" });
  document.text("Invoice");
  for (const [name, content] of Object.entries(attachments))
    document.file(Buffer.from(content), { name, type: "text/xml" });
  document.end();
  const chunks: Buffer[] = [];
  for await (const chunk of document) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A PDF with an attachment whose stream is given as bytes; `count` of them. */
export function rawPdf(stream: Buffer, { filter = "/FlateDecode", name = "factur-x.xml", count = 1 } = {}): Buffer {
  const parts: Buffer[] = [];
  const offsets: number[] = [];
  let length = 0;
  const add = (...more: (string | Buffer)[]) => {
    for (const part of more) {
      const bytes = typeof part === "string" ? Buffer.from(part, "latin1") : part;
      parts.push(bytes);
      length += bytes.length;
    }
  };
  const object = (...content: (string | Buffer)[]) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n`, ...content, "\nendobj\n");
  };
  add("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n");
  const of = Array.from({ length: count }, (_, index) => `(${index}-${name}) ${4 + 2 * index} 0 R`).join(" ");
  object(`<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[${of}]>>>>>>`);
  object("<</Type/Pages/Kids[3 0 R]/Count 1>>");
  object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>");
  for (let index = 0; index < count; index++) {
    object(`<</Type/Filespec/F(${name})/UF(${name})/EF<</F ${5 + 2 * index} 0 R>>>>`);
    object(`<</Type/EmbeddedFile/Filter ${filter}/Length ${stream.length}>>stream\n`, stream, "\nendstream");
  }
  const start = length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${rows}`);
  add(`trailer<</Size ${offsets.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`);
  return Buffer.concat(parts);
}

/** 100 MB of zeros, compressed to 0.1 MB, or again to less. */
export const bomb = (times: 1 | 2 = 1): Buffer => {
  const once = deflateSync(Buffer.alloc(100 * 1024 * 1024));
  return times === 1 ? once : deflateSync(once);
};
