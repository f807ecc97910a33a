import path from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { day } from "../shared/dates";
import { creditNote, documentLine, suppliers } from "../../../tests/factories/documents";
import { anyDocument } from "../../../tests/factories/random-documents";
import { isNightly } from "../../../tests/support/nightly";
import { readSchematron } from "../../../tests/support/schematron";
import { cancellationOf } from "./cancellation";
import { writeCii } from "./cii";

const FOLDER = process.env["PAYOUT_SCHEMAS"];
const IBAN = "DE89370400440532013000";

it.skipIf(FOLDER)("[PAY-08] the published rules of EN 16931", ({ skip }) => {
  skip("PAYOUT_SCHEMAS names no folder with the rules of e-invoices");
});

describe.runIf(FOLDER)("[PAY-08] the published rules of EN 16931", () => {
  const broken = readSchematron(path.join(FOLDER ?? "", "EN16931-CII-validation-preprocessed.sch"));
  const statuses = ["regular", "small_business", "eu_business", "foreign_business"] as const;

  it.each(statuses)("accept a credit note of a %s, and its cancellation", (status) => {
    const lines = [
      documentLine({ status }),
      documentLine({ status, kind: "payment", from: day("2026-02-01"), to: day("2026-02-28"), amount: 33_33 }),
      documentLine({ status, kind: "claim", amount: -12_34, corrects: "GU-2025-0007" }),
    ];
    const note = creditNote({ payee: suppliers[status], lines });
    expect(broken(writeCii(note, IBAN))).toEqual([]);
    const canceled = cancellationOf(note, { number: "ST-2026-0001", issuedOn: day("2026-03-01") });
    expect(broken(writeCii(canceled, IBAN))).toEqual([]);
  });

  it("accept any document", { timeout: 3_600_000 }, () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        expect(broken(writeCii(document, IBAN))).toEqual([]);
      }),
      { numRuns: isNightly ? 1_000 : 8 },
    );
  });

  it("name what is wrong", () => {
    const xml = writeCii(creditNote(), IBAN);
    expect(broken(xml.replace("<ram:GrandTotalAmount>119.00", "<ram:GrandTotalAmount>119.01"))).toContain("BR-CO-15");
    expect(broken(xml.replace("<ram:TypeCode>389", "<ram:TypeCode>999"))).toContain("BR-CL-01");
  });
});
