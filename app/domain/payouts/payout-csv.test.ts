import { expect, it } from "vitest";
import { payoutColumns, writePayoutCsv, writePayPalCsv, type PayoutRow } from "./payout-csv";

const row = (changes: Partial<PayoutRow> = {}): PayoutRow => ({
  id: "P-2026-0001-1",
  affiliate: "Partner AG",
  email: "ada@partner.example",
  isBusiness: true,
  account: { name: "Ada, Inc.", iban: "CH9300762011623852957", bic: "UBSWCHZH80A" },
  address: { street: "Seestr.", houseNumber: "1", postalCode: "8000", town: "Zürich", country: "CH" },
  amount: 123_456,
  currency: "CHF",
  remittance: "Gutschrift G-1, Oktober",
  ...changes,
});

it("[PAY-11] writes our own file, for programs and for spreadsheets", () => {
  expect(writePayoutCsv([row()], (name) => name, "plain")).toBe(
    "payout,affiliate,account_holder,iban,bic,email,amount,currency,payment_text\r\n" +
      'P-2026-0001-1,Partner AG,"Ada, Inc.",CH9300762011623852957,UBSWCHZH80A,ada@partner.example,1234.56,CHF,' +
      '"Gutschrift G-1, Oktober"\r\n',
  );
  const empty = row({ account: null, email: null, affiliate: '=HYPERLINK("x")', amount: 500, currency: "JPY" });
  expect(writePayoutCsv([empty], (name) => name.toUpperCase(), "de").split("\r\n")).toEqual([
    "\ufeff" + payoutColumns.map(({ name }) => name.toUpperCase()).join(";"),
    `P-2026-0001-1;"'=HYPERLINK(""x"")";;;;;500;JPY;"Gutschrift G-1, Oktober"`,
    "",
  ]);
  expect(() => writePayoutCsv([], String, "plain")).toThrow("payout_file_empty");
});

it("[PAY-11] writes a file for PayPal with the decimal separator of the sender's account", () => {
  const rows = [row(), row({ id: "2", email: "bob@partner.example", amount: 5, remittance: "two\r\n lines" })];
  expect(writePayPalCsv(rows, ".")).toBe(
    'ada@partner.example,1234.56,CHF,P-2026-0001-1,"Gutschrift G-1, Oktober",PAYPAL\r\n' +
      "bob@partner.example,0.05,CHF,2,two lines,PAYPAL\r\n",
  );
  expect(writePayPalCsv(rows.slice(1), ",")).toBe('bob@partner.example,"0,05",CHF,2,two lines,PAYPAL\r\n');
  expect(writePayPalCsv([row({ amount: 500, currency: "JPY" })], ",")).toContain(",500,JPY,");
  expect(writePayPalCsv([row({ remittance: "🦊".repeat(500) })], ".")).toContain(`,${"🦊".repeat(400)},PAYPAL`);
});

it.each<[string, PayoutRow[]]>([
  ["payout_file_empty", []],
  ["payout_file_too_long", Array.from({ length: 5_001 }, (_, index) => row({ id: String(index) }))],
  ["payout_file_currencies", [row(), row({ id: "2", currency: "USD" })]],
  ["payout_file_currency", [row({ currency: "Taler" })]],
  ["payout_file_id", [row({ id: "with space" })]],
  ["payout_file_id", [row({ id: "x".repeat(31) })]],
  ["payout_file_id", [row(), row()]],
  ["payout_file_email", [row({ email: null })]],
  ["payout_file_email", [row({ email: "=cmd@partner.example" })]],
  ["payout_file_email", [row({ email: "-ada@partner.example" })]],
  ["payout_file_email", [row({ email: '"a,b"@partner.example' })]],
  ["transfer_amount", [row({ amount: 0 })]],
  ["transfer_amount", [row({ amount: 0.1 })]],
])("[PAY-11] rejects with %s a file for PayPal", (code, rows) => {
  expect(() => writePayPalCsv(rows, ".")).toThrow(code);
});
