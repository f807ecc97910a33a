import type { DocumentParty, IssuedDocument } from "../../app/domain/documents/document";
import { day } from "../../app/domain/shared/dates";
import { summed } from "./issued-documents";

export const sampleIban = "DE89370400440532013000";
const payer: DocumentParty = {
  name: "Nordlicht Media GmbH",
  company: null,
  street: "Torstr.",
  houseNumber: "1",
  postalCode: "10119",
  town: "Berlin",
  country: "DE",
  vatId: "DE136695976",
  taxNumber: "27/123/45678",
};
const line = {
  kind: "deal",
  deal: "Website",
  company: "Bäcker &amp; & <Söhne>",
  from: day("2026-10-05"),
  to: day("2026-10-05"),
  amount: 10_003,
  status: "regular",
  rateBp: 1900,
  corrects: null,
} as const;
/** A credit note with VAT, a small business before that, and a claim. */
export const sampleCreditNote: IssuedDocument = summed({
  kind: "credit_note",
  number: "G-2026-0001",
  issuedOn: day("2026-11-28"),
  language: "de",
  currency: "EUR",
  cancels: null,
  statement: "S-2026-0001",
  affiliateCode: "4711",
  payer,
  payee: { ...payer, name: "Rita Regel", company: "Regel Beratung", vatId: null, taxNumber: "12/345/67890" },
  account: { holder: "Rita Regel", country: "DE", end: "3000" },
  lines: [
    line,
    { ...line, amount: 2, from: day("2026-11-01"), to: day("2026-11-30"), kind: "payment" },
    { ...line, kind: "claim", amount: -1_002, corrects: "G-2025-0009", status: "small_business", rateBp: 0 },
  ],
});
