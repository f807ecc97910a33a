import { expect, it, test } from "vitest";
import { day } from "~/domain/shared/dates";
import type { DocumentText } from "~/i18n/document-text";
import { languages } from "~/i18n/languages";
import type { Statement } from "~/domain/payouts/statement";
import { readPdf } from "../../../tests/support/read-pdf";
import { sampleClaim, sampleLine, sampleStatement } from "../../../tests/support/sample-statement";
import { composeStatement } from "./compose-statement.server";
import { renderPdf, type PdfExtras } from "./pdf.server";

const lines = (count: number) => Array.from({ length: count }, (_, index) => sampleLine(index));

async function collect(text: DocumentText, extras?: PdfExtras): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of renderPdf(text, extras)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function bytesOf(statement: Statement, extras?: PdfExtras): Promise<Buffer> {
  return collect(await composeStatement(statement), extras);
}

const spaced = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

/** Returns the names of the fonts, and how many of them are not embedded. */
function fontsOf(raw: string) {
  const descriptors = [...raw.matchAll(/\/Type \/FontDescriptor\n\/FontName \/(\S+)([\s\S]*?)\nendobj/g)];
  const used = [...raw.matchAll(/\/Subtype \/(Type0|Type1|TrueType|Type3)\n/g)];
  return {
    names: descriptors.map(([, name]) => name!),
    notEmbedded: descriptors.filter(([, , rest]) => !rest!.includes("/FontFile2")).length,
    other: used.filter(([, type]) => type !== "Type0").length,
  };
}

it("[PAY-07] shows all lines in order, on numbered pages, with the sums so far", async () => {
  const statement = sampleStatement([...lines(30), sampleClaim(35)], { planned: [sampleLine(40)] });
  const text = await composeStatement(statement);
  const { pages } = await readPdf(await collect(text));
  expect(pages.length).toBeGreaterThan(2);
  pages.forEach((page, index) => expect(page).toContain(`Seite ${index + 1} von ${pages.length}`));

  const all = pages.join("\n");
  let from = 0;
  for (const { cells, details } of text.tables.flatMap(({ rows }) => rows)) {
    // As a screen reader reads a row: customer, deal and the other cells, the amount, and what explains it.
    for (const part of [cells[0]![0]!, cells[0]![1]!, cells[1]![0]!, cells.at(-1)![0]!, details[0]!.slice(0, 40)]) {
      const found = all.indexOf(spaced(part), from);
      expect(found, part).toBeGreaterThanOrEqual(from);
      from = found + part.length;
    }
  }

  const [table] = text.tables;
  const titles = statement.lines.map(({ deal }) => deal);
  const carried = /Übertrag (-?[\d.,]+ €)/g;
  const sums = pages.map((page) => [...page.matchAll(carried)].map(([, sum]) => sum!));
  sums.forEach((onPage, index) => {
    const next = sums[index + 1];
    if (!next?.length) return;
    // The last line of the page is the last one whose title is on it; planned ones come after all others.
    const last = titles.findLastIndex((title) => new RegExp(`${title} `).test(pages[index]!));
    expect(onPage.at(-1)).toBe(spaced(table!.rows[last]!.running!));
    expect(next[0]).toBe(onPage.at(-1));
  });
  expect(sums.flat().length).toBeGreaterThan(3);
  expect(pages.at(-1)).toContain("Geplante Provisionen");
});

it("[PAY-07] is a tagged PDF/A-3b in its language, with all fonts embedded", async () => {
  const { raw, info, isTagged, roles } = await readPdf(await bytesOf(sampleStatement(lines(2))));
  expect(raw.startsWith("%PDF-1.7\n%\u00ff\u00ff\u00ff\u00ff")).toBe(true);
  expect(info).toMatchObject({ Language: "de", Title: "Provisionsabrechnung PA-2026-0007" });
  expect(isTagged).toBe(true);
  const xmp = /<\?xpacket begin[\s\S]*<\?xpacket end="w"\?>/.exec(raw)?.[0] ?? "";
  expect(xmp).toContain("<pdfaid:part>3</pdfaid:part>");
  expect(xmp).toContain("<pdfaid:conformance>B</pdfaid:conformance>");
  expect(xmp).toContain("Provisionsabrechnung PA-2026-0007");
  expect(raw).toMatch(/\/OutputIntents \[\d+ 0 R\]/);
  expect(raw).toContain("/S /GTS_PDFA1");
  expect(raw).toMatch(/\/ID \[<[0-9a-f]{32}> <[0-9a-f]{32}>\]/);
  expect(raw).not.toContain("/Encrypt");
  const fonts = fontsOf(raw);
  expect(fonts.names).toContainEqual(expect.stringMatching(/^[A-Z]{6}\+Inter-Regular$/));
  expect(fonts).toMatchObject({ notEmbedded: 0, other: 0 });

  const count = (role: string) => roles.filter((one) => one === role).length;
  expect(count("H1")).toBe(1);
  expect(count("Table")).toBe(2);
  // The head, two lines and three sums.
  expect(count("TR")).toBe(6);
  expect(count("TH")).toBe(5 + 2 + 3);
  expect(count("TD")).toBe(2 * 4 + 3);
});

test.each(languages)("[PAY-07] is written in %s, with all its characters", async (language) => {
  const statement = sampleStatement([...lines(3), sampleClaim(3)], { language, planned: [sampleLine(9)] });
  const text = await composeStatement(statement);
  const { pages, info } = await readPdf(await collect(text));
  expect(info["Language"]).toBe(language);
  const all = pages.join(" ");
  for (const sentence of [text.title, ...text.intro, ...text.notes, text.tables[1]!.title!])
    expect(all).toContain(spaced(sentence));
  expect(all).not.toContain("?");
});

it("[PAY-07] gives the same bytes for the same statement, and others for another one", async () => {
  const statement = sampleStatement(lines(12));
  const first = await bytesOf(statement);
  // Other characters fill the caches in between.
  const other = await bytesOf({ ...statement, issuedOn: day("2026-03-03"), language: "fr" });
  expect((await bytesOf(statement)).equals(first)).toBe(true);
  expect(other.equals(first)).toBe(false);
});

test.each([
  ["no spaces", "x".repeat(10_000)],
  ["many words", "Provision ".repeat(1_000)],
  ["right to left", "شركة الاختبار وחברה לדוגמה"],
  ["emoji", "🚀 Rakete 👩‍👩‍👧‍👦 GmbH 🇩🇪"],
  ["control characters", "Zeile\u0000 eins\u001b[31m\r\nZeile\t zwei\u202e"],
  ["half a surrogate pair", "kaputt \ud83d Text"],
  ["combining marks", `Z${"\u0301".repeat(500)}algo`],
  ["markup", "<b>&amp;</b> (\\) %PDF endobj"],
  ["nothing", ""],
  ["only spaces", "   "],
])("[PAY-07] renders names with %s", async (_, text) => {
  const statement = sampleStatement([sampleLine(1, { company: text, deal: text, invoiceNumber: text }), sampleLine(2)]);
  const payee = { ...statement.payee, name: text, company: text, street: text, town: text };
  const account = { holder: text, country: "DE", end: "3000" };
  const payer = { ...statement.payer, name: text };
  const { pages, raw } = await readPdf(await bytesOf({ ...statement, payee, payer, account, number: text || "1" }));
  const all = pages.join(" ");
  expect(all).toContain("Website-Relaunch 3");
  expect(all).toContain("Gesamtbetrag");
  expect(pages.length).toBeLessThan(5);
  expect(fontsOf(raw)).toMatchObject({ notEmbedded: 0, other: 0 });
});

it("[PAY-07] replaces characters that the fonts lack, and tells screen readers the whole text", async () => {
  const { pages, raw } = await readPdf(await bytesOf(sampleStatement([sampleLine(1, { company: "חברה GmbH" })])));
  expect(pages[0]).toContain("???? GmbH");
  const utf16 = Buffer.from("חברה GmbH", "utf16le").swap16().toString("latin1");
  expect(raw).toContain(`/ActualText (\u00fe\u00ff${utf16}`);
});

it("[PAY-07] shows Greek, Cyrillic and Polish names", async () => {
  const company = "Ωμέγα Εμπορική, Ромашка, Żółć, Đặng";
  const { pages, raw } = await readPdf(await bytesOf(sampleStatement([sampleLine(1, { company })])));
  expect(pages[0]).toContain(company);
  expect(fontsOf(raw).names.length).toBeGreaterThan(4);
});

it("[PAY-07] cuts no name, address, id or account number of a profile", async () => {
  const long = (words: string, length: number) => words.repeat(length).slice(0, length - 1) + "Z";
  const name = long("VERMITTLUNGSGESELLSCHAFT FÜR KUNDEN MBH ", 140);
  const statement = sampleStatement([sampleLine(1)], { language: "fr" });
  const address = {
    name,
    street: long("STRASSE DES ACHTZEHNTEN OKTOBER ", 70),
    houseNumber: long("12 AUFGANG ", 16),
    postalCode: "20457-AB-2045709",
    town: long("NEUSTADT AN DER WEINSTRASSE ", 35),
    vatId: "DE811907980",
    taxNumber: "27/123/45678 9012 3456 7890 12",
  };
  const { pages, raw } = await readPdf(
    await bytesOf({
      ...statement,
      payer: { ...statement.payer, ...address },
      payee: { ...statement.payee, ...address, company: long("AGENTUR FÜR EMPFEHLUNGEN ", 140), country: "FR" },
      account: { holder: name.slice(0, 70), country: "DE", end: "3000" },
    }),
  );
  const all = pages.join(" ").replaceAll(" ", "");
  for (const part of [name, address.street, address.houseNumber, address.postalCode, address.town, address.taxNumber])
    // Of the sender in the footer, and of the receiver.
    expect(all.split(part.replaceAll(" ", "")).length, part).toBeGreaterThan(2);
  expect(all).toContain("finissantpar3000");
  // Only the line above the address is cut.
  expect(raw.match(/\/ActualText/g)).toHaveLength(2);
});

it("[PAY-07] never breaks an amount", async () => {
  const base = { amount: 1_000_000_000_000, currency: "EUR" };
  const trace = { ...sampleLine(1).trace, base, result: base };
  const { pages } = await readPdf(await bytesOf(sampleStatement([sampleLine(1, { trace, amount: base.amount })])));
  // Base and amount of the line, and the sum without VAT.
  expect(pages[0]!.match(/ 10\.000\.000\.000,00 €(?= )/g)!.length).toBeGreaterThanOrEqual(3);
  expect(pages[0]).toContain("11.900.000.000,00 €");
});

it("[PAY-08] embeds files and metadata, so that a credit note can have its XML", async () => {
  const xml = Buffer.from("<rsm:CrossIndustryInvoice/>");
  const metadata = '<rdf:Description xmlns:fx="urn:test#" rdf:about=""><fx:Version>1.0</fx:Version></rdf:Description>';
  const attachment = {
    name: "factur-x.xml",
    mimeType: "text/xml",
    description: "Credit note",
    relationship: "Alternative" as const,
    bytes: xml,
  };
  const bytes = await bytesOf(sampleStatement(lines(1)), { attachments: [attachment], metadata });
  const { attachments, raw } = await readPdf(bytes);
  expect(Buffer.from(attachments!["factur-x.xml"]!.content).equals(xml)).toBe(true);
  expect(raw).toMatch(/\/AF \[\d+ 0 R\]/);
  expect(raw).toContain("/AFRelationship /Alternative");
  expect(raw).toContain("/Subtype /text#2Fxml");
  expect(raw).toContain("<fx:Version>1.0</fx:Version>");
});

it("[PAY-07] shows the organization's logo, with its name for screen readers", async () => {
  const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";
  const { raw, roles } = await readPdf(
    await bytesOf(sampleStatement([]), { logo: Uint8Array.from(Buffer.from(pixel, "base64")) }),
  );
  expect(raw).toContain("/Subtype /Image");
  expect(raw).toContain("/Alt (Nordlicht Media GmbH)");
  expect(roles).toContain("Figure");
});

it("[PAY-07] renders 1,000 lines in pieces, and keeps no page", async () => {
  const text = await composeStatement(sampleStatement(lines(1_000)));
  await collect(text);
  const started = process.cpuUsage();
  let pieces = 0;
  let largest = 0;
  for await (const piece of renderPdf(text)) {
    pieces++;
    largest = Math.max(largest, piece.length);
  }
  const { user, system } = process.cpuUsage(started);
  expect(pieces).toBeGreaterThan(60);
  expect(largest).toBeLessThan(300_000);
  // Processor time, because other tests run at the same time.
  expect((user + system) / 1_000).toBeLessThan(6_000);
});
