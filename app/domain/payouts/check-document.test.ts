import { describe, expect, it } from "vitest";
import { eachChanged } from "../../../tests/support/changed-fields";
import { summed } from "../../../tests/support/issued-documents";
import { sampleCreditNote, sampleIban } from "../../../tests/support/sample-credit-note";
import { cancellationOf } from "../documents/cancellation";
import { writeCii } from "../documents/cii";
import { ciiInvoice } from "../documents/cii-invoice";
import type { IssuedDocument } from "../documents/document";
import { documentProblems } from "../documents/document-problems";
import { day } from "../shared/dates";
import { differencesOf, type DocumentSource } from "./check-document";
import type { Statement } from "./statement";

const { issuedOn, language, currency, payer, payee, account, vat, net, vatTotal, gross, lines } = sampleCreditNote;
const statement = {
  number: sampleCreditNote.statement,
  issuedOn,
  language,
  currency,
  payer,
  payee,
  account,
  vat,
  net,
  vatTotal,
  gross,
  lines: lines.map(({ kind, deal, company, amount, from }) => ({ kind, deal, company, amount, period: from })),
} as Statement;
const rowOf = ({ kind, ...one }: IssuedDocument): DocumentSource["row"] => ({
  kind,
  number: one.number,
  issuedOn: one.issuedOn,
  currency: one.currency,
  net: one.net,
  vatTotal: one.vatTotal,
  gross: one.gross,
});
const source: DocumentSource = {
  row: rowOf(sampleCreditNote),
  affiliateCode: "4711",
  statement,
  canceled: null,
  corrected: ["G-2025-0009"],
};
const cancellation = cancellationOf(sampleCreditNote, { number: "C-2026-0001", issuedOn: day("2026-12-02") });
const canceling: DocumentSource = { ...source, row: rowOf(cancellation), canceled: sampleCreditNote };

/** Whether a document is not written with its own file: it contradicts itself, or its source. */
function isNoticed(document: IssuedDocument, of: DocumentSource, iban: string | null): boolean {
  if (differencesOf(document, of).length > 0) return true;
  try {
    return documentProblems(document, writeCii(ciiInvoice(document, iban)), iban).length > 0;
  } catch {
    return true;
  }
}

describe("[PAY-08] [PAY-10] a document and what it was issued from", () => {
  it("are the same", () => {
    expect(isNoticed(sampleCreditNote, source, sampleIban)).toBe(false);
    expect(isNoticed(cancellation, canceling, null)).toBe(false);
  });

  it("differ in each changed field", () => {
    const changed = eachChanged(sampleCreditNote);
    expect(changed.length).toBeGreaterThan(60);
    expect(changed.flatMap(({ path, value }) => (isNoticed(value, source, sampleIban) ? [] : [path]))).toEqual([]);
    const canceled = eachChanged(cancellation);
    expect(canceled.flatMap(({ path, value }) => (isNoticed(value, canceling, null) ? [] : [path]))).toEqual([]);
  });

  it("differ in a change that is consistent in itself", () => {
    const [first, second, third] = lines as [(typeof lines)[0], (typeof lines)[0], (typeof lines)[0]];
    const { document: _, ...cases } = {
      document: sampleCreditNote,
      amount: summed({ ...sampleCreditNote, lines: [{ ...first, amount: 20_003 }, second, third] }),
      line: summed({ ...sampleCreditNote, lines: [first, third] }),
      order: { ...sampleCreditNote, lines: [second, first, third] },
      period: {
        ...sampleCreditNote,
        lines: [{ ...first, from: day("2026-10-06"), to: day("2026-10-06") }, second, third],
      },
      holder: { ...sampleCreditNote, account: { ...account!, holder: "Somebody Else" } },
      payee: { ...sampleCreditNote, payee: { ...payee, name: "Somebody Else" } },
      roles: { ...sampleCreditNote, payee: { ...payer, company: null }, payer: payee },
    } satisfies Record<string, IssuedDocument>;
    for (const [name, document] of Object.entries(cases)) {
      expect(documentProblems(document, null, sampleIban), name).toEqual([]);
      expect(differencesOf(document, source), name).not.toEqual([]);
    }
    const other = cancellationOf({ ...sampleCreditNote, number: "G-2026-0002" }, canceling.row);
    expect(documentProblems(other, null, null)).toEqual([]);
    expect(differencesOf(other, canceling)).toEqual(["cancels"]);
  });

  it("[PAY-10] a cancellation of 0 has no amount of -0", () => {
    const free = { ...sampleCreditNote, lines: [{ ...lines[0]!, amount: 0 }], vat: [{ ...vat[0]!, vat: 0 }] };
    const { lines: opposite, vat: groups } = cancellationOf(free, canceling.row);
    expect([opposite[0]!.amount, groups[0]!.vat]).toEqual([0, 0]);
  });
});
