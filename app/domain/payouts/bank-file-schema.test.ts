import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { XmlDocument, XsdValidator, type XmlElement } from "libxml2-wasm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anyBankFile } from "../../../tests/support/bank-files";
import { isNightly } from "../../../tests/support/nightly";
import { day } from "../shared/dates";
import { writeBankFile, type BankFile } from "./bank-file";
import { checkBankFile, type ExpectedTexts } from "./check-bank-file";

// Checks bank files against the published schema, which is not part of this repository (docs/testing.md).

const FOLDER = process.env["PAYOUT_SCHEMAS"];
const FILES = isNightly ? 2_000 : 500;

it.skipIf(FOLDER)("[PAY-11] the published schema", ({ skip }) => {
  skip("PAYOUT_SCHEMAS names no folder with the schema of bank files");
});

const address = { street: "Torstr.", houseNumber: "1", postalCode: "10119", town: "Berlin", country: "DE" };
const swiss = { name: "Reto", iban: "CH9300762011623852957", bic: "UBSWCHZH80A", address };
const austrian = { name: "Resi", iban: "AT611904300234573201", bic: null, address: null };
const example: BankFile = {
  messageId: "P-2026-0001",
  createdAt: new Date("2026-11-28T08:09:10Z"),
  executionDay: day("2026-11-30"),
  debtor: { name: "Nordlicht", iban: "DE89370400440532013000", bic: null, address },
  batchBooking: true,
  transfers: [
    { endToEndId: "1", amount: 12_345, currency: "EUR", creditor: swiss, remittance: "G-2026-0001" },
    { endToEndId: "2", amount: 5, currency: "EUR", creditor: austrian, remittance: "G-2026-0002" },
  ],
};
describe.runIf(FOLDER)("[PAY-11] by the published schema", () => {
  let schema: XmlDocument;
  let validator: XsdValidator;

  beforeAll(() => {
    schema = XmlDocument.fromString(fs.readFileSync(path.join(FOLDER!, "pain.001.001.09.xsd"), "utf8"));
    validator = XsdValidator.fromDoc(schema);
  });
  afterAll(() => {
    validator.dispose();
    schema.dispose();
  });

  /** Returns what the schema forbids in a file, or null. */
  function problemOf(xml: string): string | null {
    const document = XmlDocument.fromString(xml);
    try {
      validator.validate(document);
      return null;
    } catch (error) {
      return String(error);
    } finally {
      document.dispose();
    }
  }

  it(`${FILES} files of any content are valid`, () => {
    const isValid = fc.property(anyBankFile, (input) => {
      expect(problemOf(writeBankFile(input))).toBeNull();
    });
    fc.assert(isValid, { numRuns: FILES, endOnFailure: true });
  }, 600_000);

  it("the schema or the check of the written text notices each missing, empty or different part", () => {
    const xml = writeBankFile(example);
    const count = changeElement(xml, 0, () => undefined).count;
    const expected = textsOf(xml);
    const amounts = example.transfers.map(({ amount }) => amount);
    expect(() => checkBankFile(xml, amounts, expected)).not.toThrow();
    const notices = (changed: string) => {
      if (problemOf(changed)) return true;
      try {
        checkBankFile(changed, amounts, expected);
        return false;
      } catch {
        return true;
      }
    };
    const unnoticed: string[] = [];
    // The first element is the document itself.
    for (let index = 1; index < count; index++) {
      for (const [kind, change] of Object.entries(changes)) {
        const { name, isLeaf, changed } = changeElement(xml, index, change);
        if (kind === "different" && !isLeaf) continue;
        if (!notices(changed)) unnoticed.push(`${kind}: ${name}`);
      }
    }
    expect(unnoticed).toEqual([]);
    expect(count).toBeGreaterThan(60);
    for (const [part, other] of [
      ['Ccy="EUR"', 'Ccy="USD"'],
      ["<TwnNm>", "<AdrLine>Torstr. 1</AdrLine><TwnNm>"],
      ["pain.001.001.09", "pain.001.001.03"],
      // The sum stays right.
      [/>123\.45<(.*)>0\.05</s, ">0.05<$1>123.45<"],
      [/>CH9300762011623852957<(.*)>AT611904300234573201</s, ">AT611904300234573201<$1>CH9300762011623852957<"],
    ] as const)
      expect([xml.replace(part, other) === xml, notices(xml.replace(part, other))], other).toEqual([false, true]);
  });
});

const changes: Record<string, (element: XmlElement) => void> = {
  missing: (element) => element.remove(),
  empty: (element) => setText(element, ""),
  // Another text of the same kind.
  different: (element) => {
    const { content } = element;
    const next = (digit: string) => String((Number(digit) + 1) % 10);
    setText(element, /\d/.test(content) ? content.replace(/\d(?=\D*$)/, next) : `${content}x`);
  },
};

function setText(element: XmlElement, text: string): void {
  for (const child of element.find("node()")) child.remove();
  if (text !== "") element.addText(text);
}

/** Changes the element of an index in the order of the file. */
function changeElement(xml: string, index: number, change: (element: XmlElement) => void) {
  const document = XmlDocument.fromString(xml);
  try {
    const elements = document.find("//*") as XmlElement[];
    const element = elements[index]!;
    const { name } = element;
    const isLeaf = element.find("*").length === 0;
    change(element);
    return { count: elements.length, name, isLeaf, changed: document.toString({ format: false }) };
  } finally {
    document.dispose();
  }
}

/** Reads the texts of a file by element. */
function textsOf(xml: string): ExpectedTexts {
  const document = XmlDocument.fromString(xml);
  try {
    const named = (name: string) =>
      document.find(`//*[local-name() = "${name}" and not(*)]`).map((element) => element.content);
    return {
      MsgId: named("MsgId"),
      CreDtTm: named("CreDtTm"),
      PmtInfId: named("PmtInfId"),
      BtchBookg: named("BtchBookg"),
      Dt: named("Dt"),
      Nm: named("Nm"),
      IBAN: named("IBAN"),
      BICFI: named("BICFI"),
      Id: named("Id"),
      EndToEndId: named("EndToEndId"),
      Ustrd: named("Ustrd"),
      StrtNm: named("StrtNm"),
      BldgNb: named("BldgNb"),
      PstCd: named("PstCd"),
      TwnNm: named("TwnNm"),
      Ctry: named("Ctry"),
    };
  } finally {
    document.dispose();
  }
}
