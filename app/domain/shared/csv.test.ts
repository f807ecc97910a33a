import fc from "fast-check";
import { expect, test } from "vitest";
import { csvFormats, csvHead, csvLines, type CsvColumn, type CsvFormatName } from "./csv";

/** Returns the CSV line of some texts. */
function line(cells: string[], format: CsvFormatName = "plain", kind: CsvColumn<string[]>["kind"] = "text") {
  const columns = cells.map((_, index) => ({ name: "", kind, of: (row: string[]) => row[index]! }));
  return csvLines(columns, [cells], format);
}

test("[I6] [API-03] [POR-08] a cell that a spreadsheet would evaluate is written as text in every format", () => {
  for (const format of csvFormats) {
    for (const start of ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠"])
      expect(line([`${start}cmd|' /C calc'!A0`, "x"], format)).toMatch(/^"?'/);
  }
  expect(line(["=1+1", "+49 30", "-5", "@SUM(A1)", "5-3", "a@b.example"], "de")).toBe(
    "'=1+1;'+49 30;'-5;'@SUM(A1);5-3;a@b.example\r\n",
  );
  expect(line(["\t=1", "\r=1"])).toBe('"\'\t=1","\'\r=1"\r\n');
  expect(csvHead(["=1", "b"], "plain")).toBe("'=1,b\r\n");
});

test("[I6] [API-03] a negative amount stays a number, and a number column with other content is written as text", () => {
  expect(line(["-1234.56", "0.05", "100"], "plain", "number")).toBe("-1234.56,0.05,100\r\n");
  expect(line(["-1234.56", "0.05", "100"], "de", "number")).toBe("-1234,56;0,05;100\r\n");
  expect(line(["-1+1", "=1", "-"], "de", "number")).toBe("'-1+1;'=1;'-\r\n");
});

test("[API-03] [POR-08] separators of cells and lines are quoted, for spreadsheets with either delimiter", () => {
  expect(line(["a;b", "a,b", 'say "x"', "two\nlines", " edge ", ""], "de")).toBe(
    '"a;b";"a,b";"say ""x""";"two\nlines";" edge ";\r\n',
  );
});

test("[API-03] dates, decimals and the byte order mark follow the format, and null is an empty cell", () => {
  const columns: CsvColumn<string | null>[] = [
    { name: "day", kind: "day", of: (day) => day },
    { name: "amount", kind: "number", of: () => "1234567.89" },
    { name: "none", kind: "text", of: () => null },
  ];
  const written = (format: CsvFormatName) =>
    csvHead(["Tag", "Betrag", "x"], format) + csvLines(columns, ["2026-03-01", null], format);
  expect(written("plain")).toBe("Tag,Betrag,x\r\n2026-03-01,1234567.89,\r\n,1234567.89,\r\n");
  expect(written("de")).toBe("\ufeffTag;Betrag;x\r\n01.03.2026;1234567,89;\r\n;1234567,89;\r\n");
  expect(written("fr")).toBe("\ufeffTag;Betrag;x\r\n01/03/2026;1234567,89;\r\n;1234567,89;\r\n");
  expect(written("es")).toBe(written("fr"));
});

/** Parses a file character by character by the rules of RFC 4180. */
function parse(file: string, delimiter: string): string[][] {
  const rows: string[][] = [[]];
  let cell = "";
  let quoted = false;
  const endCell = () => {
    rows.at(-1)!.push(cell);
    cell = "";
  };
  for (let at = 0; at < file.length; at++) {
    const one = file[at]!;
    if (quoted && file.startsWith('""', at)) {
      cell += one;
      at++;
    } else if (one === '"') quoted = !quoted;
    else if (quoted) cell += one;
    else if (one === delimiter) endCell();
    else if (file.startsWith("\r\n", at)) {
      endCell();
      rows.push([]);
      at++;
    } else cell += one;
  }
  return rows.slice(0, -1);
}

test("[I6] [API-03] any text is read back unchanged, except for the apostrophe before formulas", () => {
  const cells = fc.array(fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(..."=+-@\t\r\n,;\"' a0") })), {
    minLength: 1,
    maxLength: 6,
  });
  fc.assert(
    fc.property(fc.array(cells, { maxLength: 4 }), fc.constantFrom(...csvFormats), (rows, format) => {
      const file = rows.map((row) => line(row, format)).join("");
      const read = parse(file, format === "plain" ? "," : ";");
      expect(read).toEqual(
        rows.map((row) => row.map((one) => (/^'*[=+\-@\t\r\n＝＋－＠]/.test(one) ? `'${one}` : one))),
      );
    }),
    { numRuns: 2_000 },
  );
});
