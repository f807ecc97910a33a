import fc from "fast-check";
import type { DatevDocument, DatevFacts, DatevPayout } from "~/domain/documents/datev-plan";
import type { DatevSettings } from "~/domain/documents/datev-settings";
import { addDays, day } from "~/domain/shared/dates";

// Facts for bookings, and months of any content.

export const datevSettings: DatevSettings = {
  adviser: 29098,
  client: 55003,
  fiscalMonth: 1,
  accountLength: 4,
  chart: "03",
  expenseAccount: "4760",
  bankAccount: "1200",
};

export const datevPayee = {
  name: "Ada Äußerst & Söhne",
  company: null,
  street: "Torstraße",
  houseNumber: "1a",
  postalCode: "10119",
  town: "Berlin",
  country: "DE",
  vatId: "DE123456789",
  taxNumber: "12/345/67890",
};

const shared = {
  payoutId: "p1",
  affiliateId: "a1",
  currency: "EUR",
  issuedOn: day("2026-10-05"),
  payee: datevPayee,
  vat: [{ status: "regular" as const, rateBp: 1900, net: 100_00, vat: 19_00 }],
};

export const datevDocument = (changed: Partial<DatevDocument> = {}): DatevDocument => ({
  ...shared,
  kind: "credit_note",
  number: "GS-2026-0001",
  cancels: null,
  isObjected: false,
  ...changed,
});

export const datevPayout = (changed: Partial<DatevPayout> = {}): DatevPayout => ({
  ...shared,
  number: "AB-2026-0001",
  basis: "agreement",
  gross: 119_00,
  paidOn: null,
  withdrawnOn: null,
  returnedOn: null,
  documentNumber: "GS-2026-0001",
  ...changed,
});

const cents = fc.integer({ min: -1_000_000, max: 100_000_000 });
const vatGroup = fc.oneof(
  fc
    .tuple(fc.constantFrom(1900, 1900, 1900, 700, 1600), cents)
    .map(([rateBp, net]) => ({ status: "regular" as const, rateBp, net, vat: Math.round((net * rateBp) / 10_000) })),
  fc
    .tuple(fc.constantFrom("small_business", "eu_business", "foreign_business", "private"), cents)
    .map(([status, net]) => ({ status: status as "private", rateBp: 0, net, vat: 0 })),
);
const groups = fc.array(vatGroup, { minLength: 1, maxLength: 3 });
const month = fc.integer({ min: 0, max: 30 }).map((days) => addDays(day("2026-10-01"), days));
const affiliate = fc.integer({ min: 0, max: 9 });
const currency = fc.constantFrom("EUR", "EUR", "EUR", "EUR", "EUR", "USD");
const letters = [..."abcxyzÄÖÜäöüßéèñç€–„“”’œŠžŸ;\"'&()/ "];
const payee = fc
  .string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength: 90 })
  .map((name) => ({ ...datevPayee, name: `A${name}` }));

/** A month with documents, cancellations, statements and payments of ten affiliates. */
export const anyDatevMonth: fc.Arbitrary<DatevFacts> = fc
  .record({
    documents: fc.array(
      fc.record({ affiliate, issuedOn: month, vat: groups, isObjected: fc.boolean(), payee, currency }),
      {
        maxLength: 20,
      },
    ),
    cancelled: fc.array(fc.nat(19), { maxLength: 5 }),
    payouts: fc.array(
      fc.record({
        affiliate,
        issuedOn: month,
        paidOn: fc.option(month, { nil: null }),
        withdrawnOn: fc.option(month, { nil: null }),
        vat: groups,
        payee,
        basis: fc.constantFrom("agreement" as const, "own_invoice" as const, "private" as const),
        currency,
      }),
      { maxLength: 20 },
    ),
  })
  .map(({ documents, cancelled, payouts }) => {
    const issued = documents.map(({ affiliate: of, ...one }, index) =>
      datevDocument({ ...one, affiliateId: `a${of}`, payoutId: `d${index}`, number: `GS-2026-${index + 1}` }),
    );
    const cancellations = [...new Set(cancelled)]
      .flatMap((index) => issued[index] ?? [])
      .map((one, index) =>
        datevDocument({
          ...one,
          kind: "cancellation",
          number: `ST-2026-${index + 1}`,
          cancels: one.number,
          vat: one.vat.map((group) => ({ ...group, net: -group.net, vat: -group.vat })),
        }),
      );
    return {
      settings: datevSettings,
      period: { from: day("2026-10-01"), to: day("2026-10-31") },
      affiliates: Array.from({ length: 10 }, (_, index) => ({
        id: `a${index}`,
        creditorNumber: 70001 + index,
        creditorName: null,
      })),
      documents: [...issued, ...cancellations],
      payouts: payouts.map(({ affiliate: of, ...one }, index) => {
        const gross = Math.abs(one.vat.reduce((sum, { net, vat }) => sum + net + vat, 0)) + 1;
        const number = `AB-2026-${index + 1}`;
        const documentNumber = one.basis === "agreement" ? `GS-2026-${index + 1}` : null;
        return datevPayout({ ...one, affiliateId: `a${of}`, payoutId: `p${index}`, number, gross, documentNumber });
      }),
    };
  });
