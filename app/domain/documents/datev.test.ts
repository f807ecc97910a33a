import { describe, expect, it } from "vitest";
import { datevPayee, datevSettings } from "../../../tests/support/datev";
import { readDatevBookings, readDatevCreditors } from "../../../tests/support/read-datev";
import { day } from "../shared/dates";
import { writeDatevBookings, writeDatevCreditors, type DatevEntry } from "./datev";
import { fiscalYearOf, usualAccounts } from "./datev-settings";

const period = { from: day("2026-10-01"), to: day("2026-10-31") };
const file = { settings: datevSettings, period, stamp: "20261128093015007" };
const entry: DatevEntry = {
  day: day("2026-10-05"),
  amount: 119_00,
  account: "4760",
  contraAccount: "70001",
  key: "9",
  reference: "GS-2026-0001",
  text: "Gutschrift GS-2026-0001 Ada",
};
const creditor = {
  number: 70001,
  name: "Ada GmbH",
  isBusiness: true,
  address: datevPayee,
  vatId: "ATU12345678",
  taxNumber: null,
};
const codeOf = (act: () => unknown) => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code?: string }).code ?? String(error);
  }
};

describe("[PAY-14] the bookings file", () => {
  it("has the header, the columns and the values in their places", () => {
    const read = readDatevBookings(writeDatevBookings(file, [entry, { ...entry, amount: -7, key: null }]));
    expect(read).toMatchObject({ adviser: "29098", client: "55003", yearBegins: "20260101", digits: 4, chart: "03" });
    expect([read.from, read.to, read.isFixed]).toEqual(["20261001", "20261031", "0"]);
    expect([1, 7, 9, 10, 11, 114, 118, 125].map((place) => read.titles[place - 1])).toEqual([
      "Umsatz (ohne Soll/Haben-Kz)",
      "Konto",
      "BU-Schlüssel",
      "Belegdatum",
      "Belegfeld 1",
      "Festschreibung",
      "Generalumkehr (GU)",
      "Abw. Skontokonto",
    ]);
    const booking = { account: "4760", contra: "70001", date: "0510", reference: "GS-2026-0001", text: entry.text };
    expect(read.bookings).toEqual([
      { ...booking, amount: 119_00, key: "9" },
      { ...booking, amount: -7, key: "" },
    ]);
  });

  it("has umlauts, the euro sign and quotes as single bytes of Windows-1252", () => {
    const text = 'Äöüß € – „Ada“ "B" ’';
    const bytes = writeDatevBookings(file, [{ ...entry, text }]);
    expect(readDatevBookings(bytes).bookings[0]!.text).toBe(text);
    expect([...bytes].filter((byte) => byte === 0x80)).toHaveLength(1);
    // A letter and its accent count as the one character that they look like.
    expect(readDatevBookings(writeDatevBookings(file, [{ ...entry, text: "u\u0308" }])).bookings[0]!.text).toBe("ü");
  });

  it("is not written with a character that Windows-1252 lacks", () => {
    for (const text of ["Łukasz", "王", "🦊", "a\nb", "a\u0000b", "a\u0081b"]) {
      const act = () => writeDatevBookings(file, [{ ...entry, text }]);
      expect(codeOf(act)).toBe("datev_character");
      expect(act).toThrow(
        expect.objectContaining({ params: { name: entry.reference, character: expect.any(String) } }),
      );
    }
  });

  it("has days of one fiscal year only", () => {
    const settings = { ...datevSettings, fiscalMonth: 7 };
    const write = (from: string, to: string) => () =>
      writeDatevBookings({ ...file, settings, period: { from: day(from), to: day(to) } }, [
        { ...entry, day: day(from) },
      ]);
    expect(codeOf(write("2026-06-30", "2026-07-01"))).toBe("datev_fiscal_year");
    expect(readDatevBookings(write("2026-06-01", "2026-06-30")()).yearBegins).toBe("20250701");
    expect(readDatevBookings(write("2026-07-01", "2027-06-30")()).yearBegins).toBe("20260701");
    expect(fiscalYearOf(day("2028-02-29"), 3)).toEqual({ from: "2027-03-01", to: "2028-02-29" });
  });

  it("is rejected for amounts, days, accounts and numbers that DATEV does not take", () => {
    expect(codeOf(() => writeDatevBookings(file, []))).toBe("datev_empty");
    for (const wrong of [
      { amount: 0 },
      { amount: 1.5 },
      { amount: 10_000_000_000_00 },
      { day: day("2026-11-01") },
      { account: "476" },
      { contraAccount: "700001" },
      { contraAccount: "" },
    ])
      expect(codeOf(() => writeDatevBookings(file, [{ ...entry, ...wrong }]))).toMatch(/^RangeError/);
    for (const reference of ["", "GS 1", "GS.1", "G".repeat(37)])
      expect(codeOf(() => writeDatevBookings(file, [{ ...entry, reference }]))).toBe("datev_reference");
  });
});

describe("[PAY-14] the creditors file", () => {
  it("has businesses and private persons with address and VAT id, without accounts", () => {
    const ivo = { ...creditor, number: 70002, name: "Ivo Privat", isBusiness: false, address: null, vatId: null };
    const [ada, person] = readDatevCreditors(writeDatevCreditors(file, [creditor, ivo]));
    expect(ada).toEqual({
      number: "70001",
      company: "Ada GmbH",
      person: "",
      kind: "2",
      short: "Ada GmbH",
      vatId: "ATU12345678",
      street: "Torstraße 1a",
      postalCode: "10119",
      town: "Berlin",
      country: "DE",
      taxNumber: "",
    });
    expect(person).toMatchObject({ company: "", person: "Ivo Privat", kind: "0", street: "", vatId: "" });
  });

  it("is rejected without creditors, and for a number of another length", () => {
    expect(codeOf(() => writeDatevCreditors(file, []))).toBe("datev_empty");
    expect(codeOf(() => writeDatevCreditors(file, [{ ...creditor, number: 7001 }]))).toMatch(/^RangeError/);
    expect(codeOf(() => writeDatevCreditors(file, [{ ...creditor, name: "Łukasz" }]))).toBe("datev_character");
  });
});

it("[PAY-14] the usual accounts get zeros for longer accounts", () => {
  expect(usualAccounts("03", 4)).toEqual({ expenseAccount: "4760", bankAccount: "1200" });
  expect(usualAccounts("04", 6)).toEqual({ expenseAccount: "677000", bankAccount: "180000" });
});
