import fc from "fast-check";
import { cancellationOf } from "~/domain/documents/cancellation";
import type { DocumentLine, DocumentParty, IssuedDocument } from "~/domain/documents/document";
import { addDays, addMonths, day } from "~/domain/shared/dates";
import { agency, creditNote, documentLine, suppliers } from "./documents";

const text = fc.oneof(
  fc.string({ minLength: 1, maxLength: 40, unit: "grapheme" }).filter((one) => /[A-Za-z0-9äß]/.test(one) && isXml(one)),
  fc.constantFrom("Müller & Söhne <GmbH>", 'O\'Neill "AG"', "株式会社", "Łódź Sp. z o.o.", "]]>", "a&amp;b"),
);
// eslint-disable-next-line no-control-regex -- what XML 1.0 has no place for
const isXml = (one: string) =>
  !/[\u0000-\u001f\ufffe\uffff]|[\ud800-\udfff](?![\udc00-\udfff])/.test(one) && one.trim() === one;

const anyLine = (status: DocumentLine["status"]): fc.Arbitrary<DocumentLine> =>
  fc
    .record({
      kind: fc.constantFrom("deal", "payment", "claim"),
      deal: text,
      company: text,
      month: fc.integer({ min: 0, max: 30 }),
      amount: fc.integer({ min: 1, max: 9_999_999_99 }),
      rateBp: status === "regular" ? fc.constantFrom(1900, 1900, 1600, 700) : fc.constant(0),
      corrects: fc.option(fc.constant("GU-2025-0001"), { nil: null }),
    })
    .map(({ month, amount, kind, ...line }) => {
      const from = addMonths(day("2024-01-31"), month);
      const to = kind === "payment" ? addDays(addMonths(from, 1), -1) : from;
      const isClaim = kind === "claim";
      return documentLine({
        ...line,
        status,
        kind: kind as DocumentLine["kind"],
        from,
        to,
        amount: isClaim ? -amount : amount,
        corrects: isClaim ? line.corrects : null,
      });
    });

const anyParty = (party: DocumentParty): fc.Arbitrary<DocumentParty> =>
  fc
    .record({
      name: text,
      company: fc.option(text, { nil: null }),
      street: text,
      houseNumber: fc.option(fc.constantFrom("1", "12 a", "7-9"), { nil: null }),
      town: text,
    })
    .map((parts) => ({ ...party, ...parts }));

/** Any credit note or cancellation, mostly with some lines, at most 200. */
export const anyDocument: fc.Arbitrary<IssuedDocument> = fc
  .constantFrom("regular" as const, "small_business" as const, "eu_business" as const, "foreign_business" as const)
  .chain((status) =>
    fc.record({
      payer: anyParty(agency),
      payee: anyParty(suppliers[status]),
      // Somebody in Germany may have crossed the limit of small businesses in between.
      lines: fc.array(
        status === "regular" ? fc.oneof(anyLine("regular"), anyLine("small_business")) : anyLine(status),
        { minLength: 1, maxLength: 200 },
      ),
      currency: fc.constantFrom("EUR", "EUR", "USD", "CHF"),
      isCanceled: fc.boolean(),
    }),
  )
  .map(({ isCanceled, ...parts }) => ({ note: creditNote(parts), isCanceled }))
  // Less than nothing is carried over and never a document.
  .filter(({ note }) => note.gross > 0)
  .map(({ note, isCanceled }) =>
    isCanceled ? cancellationOf(note, { number: "ST-2026-0001", issuedOn: day("2026-03-01") }) : note,
  );
