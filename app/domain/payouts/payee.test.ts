import { expect, it } from "vitest";
import { day } from "../shared/dates";
import { taxStatuses, taxStatusOn, type TaxStatus } from "../documents/tax-status";
import { missingForPayout, type PayeeFacts, type PayeeGap } from "./payee";

const complete: PayeeFacts = {
  legalName: "Ada",
  street: "Lange Straße",
  postalCode: "20095",
  town: "Hamburg",
  country: "DE",
  vatId: "DE136695976",
  taxNumber: "12/345/67890",
  taxStatus: "regular",
  hasAccount: true,
  hasPendingAccount: false,
};

it("[PAY-01] the status on a day is the last one that has begun", () => {
  const statuses = [
    { status: "regular", beginsOn: day("2026-07-01") },
    { status: "small_business", beginsOn: day("2025-01-01") },
  ] as const;
  const on = (text: string) => taxStatusOn(statuses, day(text));
  expect(["2024-12-31", "2025-01-01", "2026-06-30", "2026-07-01", "2030-01-01"].map(on)).toEqual([
    null,
    "small_business",
    "small_business",
    "regular",
    "regular",
  ]);
  expect(taxStatusOn([], day("2026-01-01"))).toBeNull();
});

it("[PAY-01] a complete payee misses nothing, and each empty value is named", () => {
  expect(missingForPayout(complete)).toEqual([]);
  const cases: [Partial<PayeeFacts>, PayeeGap[]][] = [
    [{ legalName: null }, ["legal_name"]],
    [{ street: null }, ["address"]],
    [{ postalCode: null }, ["address"]],
    [{ town: null }, ["address"]],
    [{ country: null }, ["country"]],
    [{ taxStatus: null, taxNumber: null, vatId: null }, ["tax_status"]],
    [{ hasAccount: false, legalName: null }, ["legal_name", "account"]],
    [{ hasAccount: false, hasPendingAccount: true }, ["account_waiting"]],
    [{ hasPendingAccount: true }, []],
  ];
  for (const [change, gaps] of cases) expect(missingForPayout({ ...complete, ...change })).toEqual(gaps);
});

it("[PAY-01] which tax numbers are needed depends on the status", () => {
  const gapsOf = (taxStatus: TaxStatus, given: Partial<PayeeFacts>) =>
    missingForPayout({ ...complete, vatId: null, taxNumber: null, taxStatus, ...given });
  const needed = taxStatuses.map((status) => [
    status,
    gapsOf(status, {}),
    gapsOf(status, { taxNumber: complete.taxNumber }),
    gapsOf(status, { vatId: complete.vatId }),
  ]);
  expect(needed).toEqual([
    ["regular", ["tax_number"], [], []],
    ["small_business", ["tax_number"], [], []],
    ["eu_business", ["vat_id"], ["vat_id"], []],
    ["foreign_business", [], [], []],
    ["private", [], [], []],
  ]);
});
