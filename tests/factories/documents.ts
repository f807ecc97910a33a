import type { DocumentLine, DocumentParty, IssuedDocument, VatGroup } from "~/domain/documents/document";
import type { TaxStatus } from "~/domain/documents/tax-status";
import { day } from "~/domain/shared/dates";
import { grouped } from "~/domain/shared/grouped";
import { percentOf, sum } from "~/domain/shared/money";

export const agency: DocumentParty = {
  name: "Nordlicht Media GmbH",
  company: null,
  street: "Große Straße",
  houseNumber: "7a",
  postalCode: "24103",
  town: "Kiel",
  country: "DE",
  vatId: "DE136695976",
  taxNumber: null,
};

const partner: DocumentParty = {
  name: "Ada Größe",
  company: null,
  street: "Lange Straße",
  houseNumber: "1",
  postalCode: "20095",
  town: "Hamburg",
  country: "DE",
  vatId: null,
  taxNumber: "22/123/45678",
};

/** A supplier of each status for which documents are issued. */
export const suppliers: Record<Exclude<TaxStatus, "private">, DocumentParty> = {
  regular: { ...partner, vatId: "DE811907980" },
  small_business: partner,
  eu_business: { ...partner, company: "Größe & Co", country: "AT", vatId: "ATU33864707", taxNumber: null },
  foreign_business: { ...partner, country: "CH", taxNumber: "CHE-116.281.710" },
};

/** A line of 100.00 EUR on a day of the status. */
export const documentLine = (line: Partial<DocumentLine> = {}): DocumentLine => ({
  kind: "deal",
  deal: "Relaunch <2026> & Shop",
  company: "Müller AG",
  from: day("2026-01-20"),
  to: day("2026-01-20"),
  amount: 100_00,
  status: "regular",
  rateBp: line.status && line.status !== "regular" ? 0 : 1900,
  corrects: null,
  ...line,
});

const vatOf = (lines: readonly DocumentLine[]): VatGroup[] =>
  [...grouped(lines, ({ status, rateBp }) => `${status} ${rateBp}`).values()].map((own) => {
    const { status, rateBp } = own[0]!;
    const net = sum(own.map(({ amount }) => amount));
    return { status, rateBp, net, vat: percentOf(net, rateBp) };
  });

/** A credit note with these lines, by default one of 119.00 EUR. */
export function creditNote(given: Partial<IssuedDocument> = {}): IssuedDocument {
  const lines = given.lines ?? [documentLine()];
  const vat = vatOf(lines);
  const [net, vatTotal] = [sum(vat.map((group) => group.net)), sum(vat.map((group) => group.vat))];
  return {
    kind: "credit_note",
    number: "GU-2026-0001",
    issuedOn: day("2026-02-28"),
    language: "de",
    currency: "EUR",
    cancels: null,
    statement: "AB-2026-0001",
    affiliateCode: "12",
    payer: agency,
    payee: suppliers.regular,
    account: { holder: "Ada Größe", country: "DE", end: "3000" },
    lines,
    vat,
    net,
    vatTotal,
    gross: sum([net, vatTotal]),
    ...given,
  };
}
