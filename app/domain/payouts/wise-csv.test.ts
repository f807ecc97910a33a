import { expect, it } from "vitest";
import type { PayoutRow } from "./payout-csv";
import { readWiseTemplate, writeWiseCsv } from "./wise-csv";

const TITLES =
  "name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,IBAN";
const row = (changes: Partial<PayoutRow> = {}): PayoutRow => ({
  id: "P-2026-0001-1",
  affiliate: "Partner AG",
  email: "ada@partner.example",
  isBusiness: true,
  account: { name: "Zoë, Inc.", iban: "CH9300762011623852957", bic: "UBSWCHZH80A" },
  address: { street: "Seestr.", houseNumber: "1", postalCode: "8000", town: "Zürich", country: "CH" },
  amount: 123_456,
  currency: "CHF",
  remittance: "Gutschrift G-2026-0001, Provisionen für Oktober",
  ...changes,
});
const written = (titles: string, ...rows: PayoutRow[]) =>
  writeWiseCsv(rows, readWiseTemplate(titles), "EUR").split("\r\n");

it("[PAY-11] fills the columns of the user's template for Wise", () => {
  const reference = '"Gutschrift G-2026-0001, Provisionen"';
  expect(written(`${TITLES}\r\nExample,,,,,,,,`, row(), row({ isBusiness: false, email: null, amount: 5 }))).toEqual([
    TITLES,
    `"Zoë, Inc.",ada@partner.example,${reference},INSTITUTION,target,1234.56,EUR,CHF,CH9300762011623852957`,
    `"Zoë, Inc.",,${reference},PERSON,target,0.05,EUR,CHF,CH9300762011623852957`,
    "",
  ]);
});

it("[PAY-11] keeps order and spelling of a template's titles, and leaves unknown columns empty", () => {
  const titles = 'IBAN,"Target Currency",AMOUNT,color,Name *,Recipient Type,SWIFT code,address city,constructor';
  expect(written(`\ufeff${titles},,\n`, row())).toEqual([
    "IBAN,Target Currency,AMOUNT,color,Name *,Recipient Type,SWIFT code,address city,constructor",
    'CH9300762011623852957,CHF,1234.56,,"Zoë, Inc.",INSTITUTION,UBSWCHZH80A,Zürich,',
    "",
  ]);
  expect(written(`${TITLES},accountNumber`, row())[1]).toMatch(/,CH9300762011623852957,$/);
  expect(written("name;amount;targetCurrency;IBAN", row())[0]).toBe("name,amount,targetCurrency,IBAN");
});

it("[PAY-11] takes a template by which Wise asks payees for their account", () => {
  const titles = "name,recipientEmail,amount,targetCurrency";
  expect(written(titles, row({ account: null }))[1]).toBe("Partner AG,ada@partner.example,1234.56,CHF");
  expect(() => written(titles, row({ email: null }))).toThrow("payout_file_email");
});

it.each([
  ["payout_template_broken", ""],
  ["payout_template_broken", "name"],
  ["payout_template_broken", "name,,amount,targetCurrency,IBAN"],
  ["payout_template_broken", "name,Name,amount,targetCurrency,IBAN"],
  ["payout_template_broken", "name,amount,targetCurrency,IBAN,=1+1"],
  ["payout_template_broken", `${TITLES},${"x".repeat(20_000)}`],
  ["payout_template_broken", `${TITLES},${Array.from({ length: 100 }, (_, index) => `x${index}`).join(",")}`],
  ["payout_template_missing", "name,amount,IBAN"],
  ["payout_template_missing", "name,amount,targetCurrency"],
  ["payout_template_unknown", `${TITLES},taxId*`],
  ["payout_template_unknown", `${TITLES},Tax ID (required)`],
  ["payout_template_unknown", "name,amount,targetCurrency,accountNumber,sortCode"],
  ["payout_template_unknown", "recipientId,name,amount,targetCurrency"],
])("[PAY-11] rejects with %s the template %j", (code, titles) => {
  expect(() => readWiseTemplate(titles)).toThrow(code);
});

it("[PAY-11] names the columns that a template lacks, or that cannot be filled", () => {
  const paramsOf = (titles: string) => {
    try {
      return readWiseTemplate(titles);
    } catch (error) {
      return (error as { params: unknown }).params;
    }
  };
  expect(paramsOf("color,name")).toEqual({ columns: "amount, targetCurrency, IBAN" });
  expect(paramsOf("name,amount,targetCurrency,Account Number")).toEqual({ column: "Account Number" });
});

it.each<[string, PayoutRow[]]>([
  ["payout_file_empty", []],
  ["payout_file_too_long", Array.from({ length: 1_001 }, () => row())],
  ["payout_file_account", [row({ account: null })]],
  ["payout_file_currency", [row({ currency: "Taler" })]],
  ["transfer_amount", [row({ amount: -1 })]],
])("[PAY-11] rejects with %s a file for Wise", (code, rows) => {
  expect(() => written(TITLES, ...rows)).toThrow(code);
});
