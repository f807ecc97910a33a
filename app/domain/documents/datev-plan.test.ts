import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyDatevMonth, datevDocument, datevPayee, datevPayout, datevSettings } from "../../../tests/support/datev";
import { isNightly } from "../../../tests/support/nightly";
import { readDatevBookings, readDatevCreditors } from "../../../tests/support/read-datev";
import { day } from "../shared/dates";
import { writeDatevBookings, writeDatevCreditors } from "./datev";
import { planDatev, type DatevDocument, type DatevFacts } from "./datev-plan";

const period = { from: day("2026-10-01"), to: day("2026-10-31") };
const file = { settings: datevSettings, period, stamp: "20261128093015007" };
const month = (changed: Partial<DatevFacts>): DatevFacts => ({
  settings: datevSettings,
  period,
  affiliates: [{ id: "a1", creditorNumber: 70001, creditorName: null }],
  documents: [],
  payouts: [],
  ...changed,
});
const linesOf = (facts: Partial<DatevFacts>) =>
  planDatev(month(facts)).entries.map((one) => [one.amount, one.account, one.contraAccount, one.key, one.reference]);

describe("[PAY-14] the bookings of a month", () => {
  it("a credit note is one gross booking for each VAT group, with the key of its status", () => {
    const vat = [
      { status: "regular" as const, rateBp: 1900, net: 100_00, vat: 19_00 },
      { status: "regular" as const, rateBp: 700, net: 10_00, vat: 70 },
      { status: "small_business" as const, rateBp: 0, net: 50_00, vat: 0 },
      { status: "eu_business" as const, rateBp: 0, net: 20_00, vat: 0 },
      { status: "foreign_business" as const, rateBp: 0, net: -5_00, vat: 0 },
    ];
    expect(linesOf({ documents: [datevDocument({ vat })] })).toEqual([
      [119_00, "4760", "70001", "9", "GS-2026-0001"],
      [10_70, "4760", "70001", "8", "GS-2026-0001"],
      [50_00, "4760", "70001", null, "GS-2026-0001"],
      [20_00, "4760", "70001", "506", "GS-2026-0001"],
      [-5_00, "4760", "70001", "511", "GS-2026-0001"],
    ]);
  });

  it("a cancellation keeps the key, is in credit and refers to its credit note", () => {
    const cancelled = datevDocument({
      kind: "cancellation",
      number: "ST-2026-0001",
      cancels: "GS-2026-0001",
      issuedOn: day("2026-10-09"),
      vat: [{ status: "regular", rateBp: 1900, net: -100_00, vat: -19_00 }],
    });
    expect(linesOf({ documents: [datevDocument(), cancelled] })).toEqual([
      [119_00, "4760", "70001", "9", "GS-2026-0001"],
      [-119_00, "4760", "70001", "9", "GS-2026-0001"],
    ]);
    const sameDay = [{ ...cancelled, issuedOn: datevDocument().issuedOn }, datevDocument()];
    expect(planDatev(month({ documents: sameDay })).entries.map(({ kind }) => kind)).toEqual([
      "credit_note",
      "cancellation",
    ]);
    expect(planDatev(month({ documents: [cancelled] })).entries[0]!.text).toContain("ST-2026-0001");
  });

  it("a payment debits the creditor against the bank, with the number of the credit note", () => {
    const payouts = [datevPayout({ paidOn: day("2026-10-07"), issuedOn: day("2026-09-30") })];
    expect(linesOf({ payouts })).toEqual([[119_00, "70001", "1200", null, "GS-2026-0001"]]);
    expect(linesOf({ payouts: [datevPayout({ paidOn: day("2026-11-01") })] })).toEqual([]);
  });

  it("a statement for a private person is booked without key, and the other way when it is withdrawn", () => {
    const vat = [{ status: "private" as const, rateBp: 0, net: 80_00, vat: 0 }];
    const payout = datevPayout({ basis: "private", vat, gross: 80_00, documentNumber: null });
    expect(linesOf({ payouts: [payout] })).toEqual([[80_00, "4760", "70001", null, "AB-2026-0001"]]);
    expect(linesOf({ payouts: [{ ...payout, withdrawnOn: day("2026-10-20") }] })).toEqual([
      [80_00, "4760", "70001", null, "AB-2026-0001"],
      [-80_00, "4760", "70001", null, "AB-2026-0001"],
    ]);
  });

  it("what has no booking is named with its reason", () => {
    const paid = { paidOn: day("2026-10-07") };
    const { entries, unbooked } = planDatev(
      month({
        documents: [
          datevDocument({ number: "GS-1", currency: "USD" }),
          datevDocument({ number: "GS-2", vat: [{ status: "regular", rateBp: 1600, net: 100, vat: 16 }] }),
        ],
        payouts: [
          datevPayout({ number: "AB-1", basis: "own_invoice", documentNumber: null, ...paid }),
          datevPayout({ number: "AB-2", documentNumber: null }),
          datevPayout({ number: "AB-3", currency: "USD", ...paid }),
          datevPayout({ number: "AB-4", returnedOn: day("2026-10-08") }),
          datevPayout({ number: "AB-5", documentNumber: null, withdrawnOn: day("2026-10-08") }),
        ],
      }),
    );
    expect(unbooked.map(({ number, reason }) => [number, reason])).toEqual([
      ["GS-1", "currency"],
      ["GS-2", "rate"],
      ["AB-1", "own_invoice"],
      ["AB-2", "no_document"],
      ["AB-3", "currency"],
      ["AB-4", "returned"],
    ]);
    expect(entries.map(({ kind, number }) => [kind, number])).toEqual([["payment", "AB-1"]]);
  });

  it("an objection is said in the text of the booking", () => {
    const { entries } = planDatev(month({ documents: [datevDocument({ isObjected: true })] }));
    expect(entries[0]!.text).toBe("Gutschrift GS-2026-0001 (widersprochen) Ada Äußerst & Söhne");
  });

  it("names who stops the file: no number, a number of another length, a character, no settings", () => {
    const documents = [datevDocument({ payee: { ...datevPayee, name: "Łukasz" } })];
    const problems = (changed: Partial<DatevFacts>) => planDatev(month({ documents, ...changed })).problems;
    expect(problems({ affiliates: [{ id: "a1", creditorNumber: null, creditorName: "Lukasz" }] })).toEqual([
      { code: "datev_creditor_missing", params: { name: "Lukasz" }, affiliateId: "a1" },
    ]);
    expect(problems({})).toEqual([
      { code: "datev_character", params: { name: "Łukasz", character: "Ł" }, affiliateId: "a1" },
    ]);
    const longer = { ...datevSettings, accountLength: 5, expenseAccount: "47600", bankAccount: "12000" };
    const known = [{ id: "a1", creditorNumber: 70001, creditorName: "Lukasz" }];
    expect(problems({ settings: longer, affiliates: known })).toEqual([
      { code: "datev_creditor_length", params: { name: "Lukasz", number: "70001" }, affiliateId: "a1" },
    ]);
    expect(problems({ settings: null, affiliates: known }).map(({ code }) => code)).toEqual(["datev_settings_missing"]);
    expect(problems({ affiliates: known })).toEqual([]);
  });

  it("an address that does not fit is left out and named", () => {
    const documents = [datevDocument({ payee: { ...datevPayee, name: "Ada", town: "Łódź" } })];
    const { creditors, withoutAddress, problems } = planDatev(month({ documents }));
    expect([creditors[0]!.address, withoutAddress, problems]).toEqual([null, ["Ada"], []]);
  });

  it("any month is read back: the bookings of a bookkeeper, and the rest is named", () => {
    const isBooked = fc.property(anyDatevMonth, (facts) => {
      const { entries, unbooked, creditors, problems } = planDatev(facts);
      expect(problems).toEqual([]);
      const expected = bookkeeping(facts);
      expect(entries).toHaveLength(expected.length);
      for (const { vat, number } of facts.documents) {
        const isNamed = [...entries, ...unbooked].some((one) => one.number === number);
        expect(isNamed || vat.every((group) => group.net + group.vat === 0)).toBe(true);
      }
      for (const { payoutId, withdrawnOn, basis } of facts.payouts)
        if (withdrawnOn === null && basis === "own_invoice")
          expect(unbooked.map((one) => one.payoutId)).toContain(payoutId);
      if (entries.length === 0) return;
      const { bookings } = readDatevBookings(writeDatevBookings(file, entries));
      expect(bookings.map(({ text: _, ...one }) => Object.values(one).join(" ")).sort()).toEqual(expected.sort());
      expect(readDatevCreditors(writeDatevCreditors(file, creditors))).toHaveLength(creditors.length);
    });
    fc.assert(isBooked, { numRuns: isNightly ? 500 : 20, endOnFailure: true });
  }, 120_000);
});

/** Returns the bookings as a bookkeeper would write them: amount, account, contra account, tax key, day and number. */
function bookkeeping({ documents, payouts }: DatevFacts): string[] {
  const keys: Record<string, string> = {
    "regular 1900": "9",
    "regular 700": "8",
    "small_business 0": "",
    "eu_business 0": "506",
    "foreign_business 0": "511",
    "private 0": "",
  };
  const creditor = (id: string) => 70_001 + Number(id.slice(1));
  const date = (one: string) => one.slice(8) + one.slice(5, 7);
  const expense = (
    of: Pick<DatevDocument, "vat" | "currency" | "affiliateId">,
    sign: number,
    at: string,
    to: string,
  ) => {
    const groups = of.vat.filter(({ net, vat }) => net + vat !== 0);
    const known = groups.map(({ status, rateBp }) => keys[`${status} ${rateBp}`]);
    if (of.currency !== "EUR" || known.includes(undefined)) return [];
    return groups.map(({ net, vat }, index) =>
      [sign * (net + vat), 4760, creditor(of.affiliateId), known[index], date(at), to].join(" "),
    );
  };
  return [
    ...documents.flatMap((one) => expense(one, 1, one.issuedOn, one.cancels ?? one.number)),
    ...payouts.flatMap((one) => {
      const { basis, withdrawnOn, paidOn, currency, number } = one;
      return [
        ...(basis === "private" ? expense(one, 1, one.issuedOn, number) : []),
        ...(basis === "private" && withdrawnOn ? expense(one, -1, withdrawnOn, number) : []),
        ...(paidOn && currency === "EUR"
          ? [[one.gross, creditor(one.affiliateId), 1200, "", date(paidOn), one.documentNumber ?? number].join(" ")]
          : []),
      ];
    }),
  ];
}
