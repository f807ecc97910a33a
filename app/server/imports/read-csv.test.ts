import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { MAX_BYTES } from "~/domain/imports/import-run";
import { csvFormats, csvHead, csvLines, type CsvColumn } from "~/domain/shared/csv";
import { openCsv } from "./read-csv.server";
import { spooled } from "./spooled-file.server";

async function* inPieces(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** Reads the header and rows of a file whose bytes arrive in chunks of this size. */
const read = (file: string | Buffer, size = 7) =>
  spooled(inPieces(Buffer.from(file as string), size), async (spool) => {
    const { header, rows } = await openCsv(spool);
    const lines: [number, ...string[]][] = [];
    for await (const { line, cells } of rows) lines.push([line, ...cells]);
    return { header, lines };
  });

const refused = (file: string | Buffer) =>
  read(file, 4_096).then(
    () => "read",
    ({ code, params }: { code: string; params: object }) => ({ code, ...params }),
  );

test("[API-04] reads UTF-8 with and without a byte order mark, Windows-1252 wherever it begins, and UTF-16", async () => {
  const text = "Firma;Ort\r\nÄpfel & Söhne;Köln – 5 €\r\n";
  const expected = { header: ["Firma", "Ort"], lines: [[2, "Äpfel & Söhne", "Köln – 5 €"]] };
  expect(await read(text)).toEqual(expected);
  expect(await read(`\ufeff${text}`)).toEqual(expected);
  expect(await read(Buffer.from(`\ufeff${text}`, "utf16le"))).toEqual(expected);
  expect(await read(Buffer.from(`\ufeff${text}`, "utf16le").swap16())).toEqual(expected);
  const windows = (from: string) => Buffer.from(from.replace("–", "\x96").replace("€", "\x80"), "latin1");
  expect(await read(windows(text))).toEqual(expected);
  // The first umlaut is far behind the part that is inspected first.
  const late = await read(windows(`A;B\n${"x;y\n".repeat(30_000)}ü;z\n`), 65_536);
  expect(late.lines.at(-1)).toEqual([30_002, "ü", "z"]);
});

/** Returns the bytes of a text in a single-byte encoding. */
const bytesOf = (text: string, bytes: Record<string, number>) =>
  Buffer.from([...text].map((sign) => bytes[sign] ?? sign.charCodeAt(0)));

test("[API-04] recognizes the old encodings of Mac, Linux and DOS by their letters", async () => {
  const mac = {
    ä: 0x8a,
    ö: 0x9a,
    ü: 0x9f,
    Ä: 0x80,
    Ö: 0x85,
    Ü: 0x86,
    ß: 0xa7,
    é: 0x8e,
    è: 0x8f,
    ê: 0x90,
    ç: 0x8d,
    à: 0x88,
    ñ: 0x96,
    ó: 0x97,
    í: 0x92,
    "€": 0xdb,
    "–": 0xd0,
    "’": 0xd5,
    "„": 0xe3,
    "“": 0xd2,
  };
  const dos = {
    ä: 0x84,
    ö: 0x94,
    ü: 0x81,
    Ä: 0x8e,
    Ö: 0x99,
    Ü: 0x9a,
    ß: 0xe1,
    é: 0x82,
    è: 0x8a,
    ê: 0x88,
    ç: 0x87,
    à: 0x85,
    ñ: 0xa4,
    ó: 0xa2,
    í: 0xa1,
  };
  const linux = { "€": 0xa4, œ: 0xbd };
  const windows = { "€": 0x80, "–": 0x96, "’": 0x92, "„": 0x84, "“": 0x93, œ: 0x9c };
  for (const [text, bytes] of [
    ["Firma;Ort\nBäckerei Groß;Köln\nÄpfel & Öl;Übersee", mac],
    ["Firma;Ort\nBäckerei Groß;Köln\nÄpfel & Öl;Übersee", dos],
    ["Firma;Ort\nBäckerei Groß;Köln\nÄpfel & Öl;Übersee", windows],
    ["Firma\nBäckerei", mac],
    ["Société;Ville\nL’été à Orléans;Besançon – le père", mac],
    ["Société;Ville\nL’été à Orléans;Besançon – le père", windows],
    ["Société;Ville\nLa forêt;Besançon", dos],
    ["Empresa;Nota\nEspaña y Asociación;Martín", mac],
    ["Empresa;Nota\nEspaña y Asociación;Martín", windows],
    ["Firma;Betrag\nsœur;5 €", linux],
    ["Firma;Betrag\nsœur;5 €", windows],
    ["Firma;Satz\nd’accord;„so“ – 5 €", windows],
    ["Firma;Satz\nd’accord;„so“ – 5 €", mac],
  ] as [string, Record<string, number>][]) {
    const { header, lines } = await read(bytesOf(text, bytes));
    const found = [header, ...lines.map(([, ...cells]) => cells)].map((cells) => cells.join(";")).join("\n");
    expect(found).toBe(text);
  }
});

test("[API-04] takes the delimiter from the header outside of quotes, or from Excel's sep line", async () => {
  expect((await read("a,b;c;d\n1;2;3")).header).toEqual(["a,b", "c", "d"]);
  expect((await read('"a;b",c\n1,2')).header).toEqual(["a;b", "c"]);
  expect((await read("a\tb\n1\t2")).lines).toEqual([[2, "1", "2"]]);
  expect((await read("mail\nx@y.example")).lines).toEqual([[2, "x@y.example"]]);
  expect(await read("sep=;\r\na,b;c\r\n1;2")).toEqual({ header: ["a,b", "c"], lines: [[3, "1", "2"]] });
});

test("[API-04] keeps line numbers right over line breaks in cells and empty lines, and removes apostrophes before formulas", async () => {
  const { lines } = await read(`a;b\r\n"two\r\nlines";1\r\n\r\n;\r\n'=1+1;''=2\n'x';say "hi" there\r3`);
  expect(lines).toEqual([
    [2, "two\r\nlines", "1"],
    [6, "=1+1", "'=2"],
    [7, "'x'", 'say "hi" there'],
    [8, "3"],
  ]);
});

test("[API-04] rejects an unreadable file immediately, with its line", async () => {
  expect(await refused("")).toEqual({ code: "import_file_empty" });
  expect(await refused("a;b\r\n\r\n")).toEqual({ code: "import_file_empty" });
  expect(await refused(Buffer.from("PK\x03\x04\0\0 workbook"))).toEqual({ code: "import_file_no_text" });
  expect(await refused('a;b\n1;2\n3;"open\n4;5')).toEqual({ code: "import_file_broken", line: 3 });
  expect(await refused(`a;b\n"${"x".repeat(200_000)}`)).toMatchObject({
    code: "import_row_too_long",
    line: 2,
  });
  expect(await refused(`a${";b".repeat(100)}`)).toMatchObject({ code: "import_too_many_columns", max: 100 });
  let taken = 0;
  async function* endless() {
    for (;;) yield Buffer.alloc(1024 * 1024, (taken++, "x"));
  }
  await expect(spooled(endless(), async () => {})).rejects.toMatchObject({ code: "import_file_too_large" });
  expect(taken).toBe(MAX_BYTES / 1024 / 1024 + 1);
});

test("[API-04] keeps the file in no folder, so that a killed process leaves nothing behind, and closes it", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "spooled-"));
  vi.stubEnv("TMPDIR", folder);
  const seen: string[][] = [];
  const look = () => seen.push(fs.readdirSync(folder));
  async function* bytes() {
    for (const piece of ["a;b\n1;", "2\n"]) yield (look(), Buffer.from(piece));
  }
  try {
    const handle = await spooled(bytes(), async (file) => {
      look();
      const { rows } = await openCsv(file);
      for await (const { cells } of rows) expect(cells).toEqual(["1", "2"]);
      look();
      return file.handle;
    });
    // A closed file. Only then its space on the disk is free again.
    expect(handle.fd).toBe(-1);
    expect(seen).toEqual([[], [], [], []]);
  } finally {
    vi.unstubAllEnvs();
    fs.rmdirSync(folder);
  }
});

test("[API-03] [API-04] reads an export of any format back unchanged", async () => {
  const cell = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n,;\"' ａäé0") }),
  );
  const text = cell.filter((value) => !/[\0\ufffd\ufeff]/.test(value));
  const table = fc.integer({ min: 1, max: 4 }).chain((width) =>
    fc.array(
      fc
        .array(text, { minLength: width, maxLength: width })
        .filter((cells) => cells.some((value) => value.trim() !== "")),
      { minLength: 1, maxLength: 4 },
    ),
  );
  await fc.assert(
    fc.asyncProperty(table, fc.constantFrom(...csvFormats), async (rows, format) => {
      const columns = rows[0]!.map((_, index): CsvColumn<string[]> => ({
        name: "",
        kind: "text",
        of: (row) => row[index]!,
      }));
      const file =
        csvHead(
          columns.map((_, index) => `c${index}`),
          format,
        ) + csvLines(columns, rows, format);
      expect((await read(file, 64)).lines.map(([, ...cells]) => cells)).toEqual(rows);
    }),
    { numRuns: 150 },
  );
});
