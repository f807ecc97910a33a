import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { XmlDocument, XsdValidator } from "libxml2-wasm";
import { xmlRegisterFsInputProviders } from "libxml2-wasm/lib/nodejs.mjs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brokenRules, readRules, type Rules } from "../../../tests/support/en16931-rules";
import { anyDocument, canceling, summed } from "../../../tests/support/issued-documents";
import { isNightly } from "../../../tests/support/nightly";
import { sampleCreditNote, sampleIban } from "../../../tests/support/sample-credit-note";
import { writeCii } from "./cii";
import { ciiInvoice } from "./cii-invoice";

// Checks files against the published rules and the schema, which are not part of this repository (docs/testing.md).

const FOLDER = process.env["PAYOUT_SCHEMAS"];
const RULES = path.join(FOLDER ?? "", "EN16931-CII-validation-preprocessed.sch");
const SCHEMA = path.join(FOLDER ?? "", "Factur-X_1.07.3_EN16931.xsd");
const hasRules = Boolean(FOLDER) && fs.existsSync(RULES);
const hasSchema = Boolean(FOLDER) && fs.existsSync(SCHEMA);
const [RUNS, LINES] = isNightly ? [1_000, 200] : [24, 8];

it.skipIf(hasRules)("[PAY-08] the published rules", ({ skip }) => {
  skip("PAYOUT_SCHEMAS names no folder with the rules of EN 16931");
});
it.skipIf(hasSchema)("[PAY-08] the published schema", ({ skip }) => {
  skip("PAYOUT_SCHEMAS names no folder with the schema of Factur-X");
});

const xmlOf = ({ document, iban }: { document: Parameters<typeof ciiInvoice>[0]; iban: string }) =>
  writeCii(ciiInvoice(document, iban));

describe.runIf(hasRules)("[PAY-08] by the published rules of EN 16931", () => {
  let rules: Rules;
  beforeAll(() => {
    rules = readRules(fs.readFileSync(RULES, "utf8"));
  });

  it(`${RUNS} documents break none`, () => {
    const isValid = fc.property(anyDocument(LINES), (input) => {
      const { broken, evaluated } = brokenRules(rules, xmlOf(input));
      expect(broken).toEqual([]);
      expect(evaluated).toBeGreaterThan(300);
    });
    fc.assert(isValid, { numRuns: RUNS, endOnFailure: true });
  }, 3_600_000);

  it("one of 200 lines breaks none, as document and as cancellation", () => {
    const lines = Array.from({ length: 200 }, (_, index) => {
      const line = sampleCreditNote.lines[index % 3]!;
      return { ...line, deal: `${line.deal} ${index}`, amount: line.amount * (index + 1) };
    });
    const document = summed({ ...sampleCreditNote, lines });
    for (const one of [document, canceling(document, "C-2026-0001")])
      expect(brokenRules(rules, xmlOf({ document: one, iban: sampleIban })).broken).toEqual([]);
  });

  it("a damaged file breaks those that it should", () => {
    const [input] = fc.sample(anyDocument(3), { numRuns: 1, seed: 1 });
    const xml = xmlOf(input!);
    const broken = (change: (xml: string) => string) => brokenRules(rules, change(xml)).broken;
    expect(broken((text) => text.replace(">389<", ">999<"))).toContain("BR-CL-01");
    expect(broken((text) => text.replace(/<ram:GrandTotalAmount>-?/, "$&1"))).toContain("BR-CO-15");
    expect(broken((text) => text.replace(/<ram:DuePayableAmount>-?/, "$&1"))).toContain("BR-CO-16");
    expect(broken((text) => text.replaceAll(/<ram:SpecifiedTaxRegistration>[^]*?<\/ram:Spec.*>/g, ""))).not.toEqual([]);
  });
});

describe.runIf(hasSchema)("[PAY-08] by the published schema of Factur-X", () => {
  let schema: XmlDocument;
  let validator: XsdValidator;
  beforeAll(() => {
    xmlRegisterFsInputProviders();
    schema = XmlDocument.fromString(fs.readFileSync(SCHEMA, "utf8"), { url: SCHEMA });
    validator = XsdValidator.fromDoc(schema);
  });
  afterAll(() => {
    validator.dispose();
    schema.dispose();
  });

  it("documents of any content are valid", () => {
    const isValid = fc.property(anyDocument(LINES), (input) => {
      const document = XmlDocument.fromString(xmlOf(input));
      try {
        validator.validate(document);
      } finally {
        document.dispose();
      }
    });
    fc.assert(isValid, { numRuns: RUNS, endOnFailure: true });
  }, 600_000);
});
