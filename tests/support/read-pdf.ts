import { getDocumentProxy } from "unpdf";

/** An element of a PDF's structure. */
interface Tag {
  role?: string;
  type?: string;
  children?: Tag[];
}

/** Reads a PDF with pdf.js: its text in the order in which it is drawn, its tags, and what it says of itself. */
export async function readPdf(bytes: Uint8Array) {
  // A copy, because pdf.js takes the buffer over.
  const doc = await getDocumentProxy(new Uint8Array(bytes));
  const pages: string[] = [];
  const roles: string[] = [];
  const collect = (tag: Tag) => {
    if (tag.role && tag.role !== "Root") roles.push(tag.role);
    tag.children?.forEach(collect);
  };
  for (let number = 1; number <= doc.numPages; number++) {
    const page = await doc.getPage(number);
    const { items } = await page.getTextContent();
    pages.push(
      items
        .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
        .join("")
        .replace(/[ \u00a0\u202f\n]+/g, " "),
    );
    const tree = (await page.getStructTree()) as Tag | null;
    if (tree) collect(tree);
  }
  const info = (await doc.getMetadata()).info as Record<string, unknown>;
  const attachments = (await doc.getAttachments()) as Record<string, { content: Uint8Array }> | null;
  const isTagged = (await doc.getMarkInfo())?.Marked === true;
  return { pages, roles, info, attachments, isTagged, raw: Buffer.from(bytes).toString("latin1") };
}
