import fc from "fast-check";
import type { DocumentLine, DocumentParty, IssuedDocument, VatGroup } from "../../app/domain/documents/document";
import type { TaxStatus } from "../../app/domain/documents/tax-status";
import { euCountries } from "../../app/domain/documents/treatment";
import { day } from "../../app/domain/shared/dates";

// Random documents that may be issued (PAY-08, PAY-10). VAT is calculated here on BigInt, apart from the code.

const shown = (maxLength: number) =>
  fc
    .oneof(
      fc.string({ unit: "grapheme", minLength: 1, maxLength }),
      fc.constantFrom("Müller & Söhne <GmbH>", "Łódź Média s.r.o.", "]]> \u0007 Ω", "José Ñandú", "山田 太郎"),
    )
    .map((text) => `N${text}`);
const digits = (length: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((all) => all.join(""));
const anyDay = fc
  .date({ min: new Date("2026-01-01"), max: new Date("2029-12-31"), noInvalidDate: true })
  .map((date) => day(date.toISOString().slice(0, 10)));

type Place = { statuses: [TaxStatus, ...TaxStatus[]]; country: string };
const eu = euCountries.filter((country) => country !== "DE");
const place: fc.Arbitrary<Place> = fc.oneof(
  fc
    .constantFrom<[TaxStatus, ...TaxStatus[]]>(
      ["regular"],
      ["small_business"],
      // The status has changed between two supplies.
      ["small_business", "regular"],
    )
    .map((statuses) => ({ statuses, country: "DE" })),
  fc.constantFrom(...eu).map((country): Place => ({ statuses: ["eu_business"], country })),
  fc.constantFrom("CH", "US", "GB", "NO").map((country): Place => ({ statuses: ["foreign_business"], country })),
);

const party = (country: string) =>
  fc.record<DocumentParty>({
    name: shown(60),
    company: fc.option(shown(40)),
    street: shown(60),
    houseNumber: fc.option(fc.constantFrom("1", "12a")),
    postalCode: digits(5),
    town: shown(40),
    country: fc.constant(country),
    vatId: digits(9).map((id) => `${country === "GR" ? "EL" : country}${id}`),
    taxNumber: fc.option(digits(11)),
  });

const lineOf = (statuses: Place["statuses"]) =>
  fc
    .record({
      kind: fc.constantFrom("deal", "payment", "claim", "deal", "payment"),
      deal: shown(80),
      company: shown(60),
      from: anyDay,
      length: fc.integer({ min: 0, max: 30 }),
      amount: fc.oneof(fc.integer({ min: 0, max: 500_000 }), fc.integer({ min: 0, max: 1_000_000_000 })),
      status: fc.constantFrom(...statuses),
      rateBp: fc.constantFrom(1900, 1900, 1600, 725),
      corrects: fc.option(digits(4).map((number) => `G-2025-${number}`)),
    })
    .map(({ length, ...line }): DocumentLine => {
      const to = new Date(Date.parse(line.from) + length * 86_400_000).toISOString().slice(0, 10);
      const isClaim = line.kind === "claim";
      return {
        ...line,
        kind: line.kind as DocumentLine["kind"],
        to: line.kind === "payment" ? day(to) : line.from,
        amount: isClaim ? -line.amount : line.amount,
        rateBp: line.status === "regular" ? line.rateBp : 0,
        corrects: isClaim ? line.corrects : null,
      };
    });

/** Returns a document with sums from its lines. */
export function summed<T extends Pick<IssuedDocument, "lines">>(document: T) {
  const groups = new Map<string, VatGroup>();
  for (const { status, rateBp, amount } of document.lines) {
    const group = groups.get(`${status} ${rateBp}`) ?? { status, rateBp, net: 0, vat: 0 };
    groups.set(`${status} ${rateBp}`, { ...group, net: group.net + amount });
  }
  const vat = [...groups.values()].map((group) => ({ ...group, vat: vatOn(group.net, group.rateBp) }));
  const net = vat.reduce((total, group) => total + group.net, 0);
  const vatTotal = vat.reduce((total, group) => total + group.vat, 0);
  return { ...document, vat, net, vatTotal, gross: net + vatTotal };
}

/** Doubles are too short for the largest sums: half away from zero in whole numbers. */
function vatOn(net: number, rateBp: number): number {
  const twice = (2n * BigInt(Math.abs(net)) * BigInt(rateBp) + 10_000n) / 20_000n;
  return twice === 0n ? 0 : Math.sign(net) * Number(twice);
}

/** Takes a credit note back. */
export const canceling = (document: IssuedDocument, number: string): IssuedDocument =>
  summed({
    ...document,
    kind: "cancellation",
    number,
    cancels: { number: document.number, issuedOn: document.issuedOn },
    lines: document.lines.map((line) => ({ ...line, amount: 0 - line.amount })),
  });

/** Any document with at most so many lines, and the account's whole number. */
export const anyDocument = (maxLines = 200) =>
  place.chain(({ statuses, country }) =>
    fc
      .record({
        isCancellation: fc.boolean(),
        number: digits(5),
        issuedOn: anyDay,
        language: fc.constantFrom("de", "en", "fr", "es"),
        // VAT is charged in euros alone.
        currency: statuses.includes("regular")
          ? fc.constant("EUR")
          : fc.constantFrom("EUR", "EUR", "USD", "CHF", "JPY"),
        payer: party("DE"),
        payee: party(country).chain((payee) =>
          country === "DE" || !eu.includes(country)
            ? fc.constantFrom(payee, { ...payee, vatId: null, taxNumber: "12/345/67890" })
            : fc.constant(payee),
        ),
        holder: shown(60),
        iban: fc.constantFrom("DE89370400440532013000", "CH9300762011623852957", "AT611904300234573201"),
        lines: fc.array(lineOf(statuses), { minLength: 1, maxLength: maxLines, size: "max" }),
      })
      .map(({ isCancellation, holder, iban, lines, ...values }) => {
        const draft = summed({
          ...values,
          kind: "credit_note" as const,
          number: `G-2026-${values.number}`,
          cancels: null,
          statement: "S-2026-0001",
          affiliateCode: "4711",
          account: { holder, country: iban.slice(0, 2), end: iban.slice(-4) },
          lines,
        });
        // What is zero or less is not issued.
        const missing = 1 - Math.min(0, draft.net) + Math.abs(Math.min(0, draft.gross));
        const { status, rateBp } = lines[0]!;
        const more: DocumentLine = { ...lines[0]!, kind: "deal", amount: missing, corrects: null, status, rateBp };
        const document: IssuedDocument =
          draft.gross > 0 ? draft : summed({ ...draft, lines: [...lines.slice(0, maxLines), more] });
        return { document: isCancellation ? canceling(document, `C-2026-${values.number}`) : document, iban };
      }),
  );
