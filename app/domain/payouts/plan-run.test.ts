import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import { planRun, type LeaveOutReason, type RunPayee, type RunTerms } from "./plan-run";
import { usualVatRates } from "./payer-settings";

const terms: RunTerms = {
  currency: "EUR",
  until: day("2026-02-28"),
  payerCountry: "DE",
  payerTaxIds: { vatId: "DE811907980", taxNumber: null },
  minimum: 0,
  vatRates: usualVatRates("DE"),
  cadence: null,
};

const line = (amount: number, period = "2026-01-15") => ({
  kind: amount < 0 ? ("claim" as const) : ("deal" as const),
  id: `line ${amount} ${period}`,
  period: day(period),
  amount,
});

const payee = (changes: Partial<RunPayee> = {}): RunPayee => ({
  id: "a",
  name: "Ada",
  missing: [],
  country: "DE",
  taxIds: { vatId: null, taxNumber: "12/345/67890" },
  taxStatuses: [{ status: "regular", beginsOn: day("2025-01-01") }],
  hasAgreement: true,
  hasPendingAccount: false,
  lines: [line(100_00)],
  waiting: 0,
  lastPaidUntil: null,
  lastStatedUntil: null,
  isOngoing: true,
  ...changes,
});

const plan = (changes: Partial<RunPayee> = {}, of: Partial<RunTerms> = {}) =>
  planRun({ ...terms, ...of }, [payee(changes)])[0]!;

describe("[PAY-05] the plan of a run", () => {
  test.each<[string, Partial<RunPayee>, Partial<RunTerms>, LeaveOutReason | null, boolean]>([
    ["nothing is due", { lines: [] }, {}, "nothing_due", false],
    ["customers have not paid", { lines: [], waiting: 5_00 }, {}, "customer_has_not_paid", false],
    ["more is owed back", { lines: [line(10_00), line(-10_00)] }, {}, "balance_negative", false],
    ["something is missing", { missing: ["account" as const] }, {}, "profile_incomplete", false],
    ["an account waits", { hasPendingAccount: true }, {}, "account_changed", true],
    ["they were paid in this month", { lastPaidUntil: day("2026-02-28") }, { cadence: "monthly" }, "cadence", true],
    ["they were paid last month", { lastPaidUntil: day("2026-02-27") }, { cadence: "monthly" }, null, true],
    ["they were paid last quarter", { lastPaidUntil: day("2025-12-31") }, { cadence: "quarterly" }, "cadence", true],
    ["they were paid last year", { lastPaidUntil: day("2025-12-31") }, { cadence: "yearly" }, "cadence", true],
    ["they are paid on request", { lastPaidUntil: day("2026-02-28") }, { cadence: "on_demand" }, null, true],
    ["it is below the minimum", {}, { minimum: 100_01 }, "below_minimum", true],
    ["it is the minimum", {}, { minimum: 100_00 }, null, true],
  ])("leaves out whom it cannot pay: %s", (_, changes, of, reason, payable) => {
    expect(plan(changes, of)).toMatchObject({ reason, payable });
  });

  test.each([
    ["no_agreement", { hasAgreement: false }, {}, { vatTotal: 19_00, gross: 119_00 }],
    ["payer_abroad", {}, { payerCountry: "AT" }, { vatTotal: 0, gross: 100_00 }],
    ["regular_abroad", { country: "AT" }, {}, { vatTotal: 19_00, gross: 119_00 }],
    ["no_vat_rate", {}, { vatRates: [] }, { vatTotal: 0, gross: 100_00 }],
    ["vat_currency", {}, { currency: "USD" }, { vatTotal: 19_00, gross: 119_00 }],
  ])("[PAY-17] proposes who is paid against an invoice, and why: %s", (noCreditNote, changes, of, sums) => {
    expect(plan(changes, of)).toMatchObject({
      basis: "own_invoice",
      noCreditNote,
      fileGap: null,
      reason: null,
      payable: true,
      net: 100_00,
      ...sums,
    });
    expect(plan()).toMatchObject({ basis: "agreement", noCreditNote: null, fileGap: null });
  });

  test("[PAY-08] says where a credit note will have no e-invoice", () => {
    const swiss = {
      country: "CH",
      taxStatuses: [{ status: "foreign_business" as const, beginsOn: day("2025-01-01") }],
    };
    const none = { vatId: null, taxNumber: null };
    expect(plan(swiss)).toMatchObject({ basis: "agreement", fileGap: null, missing: [] });
    expect(plan(swiss, { currency: "CHF" })).toMatchObject({ basis: "agreement", fileGap: null });
    expect(plan({ ...swiss, taxIds: none })).toMatchObject({ fileGap: "payee_tax_id", missing: [], payable: true });
    expect(plan(swiss, { payerTaxIds: none })).toMatchObject({ fileGap: "payer_vat_id", payable: true });
    expect(plan(swiss, { currency: "TND" })).toMatchObject({ fileGap: "currency", payable: true });
    expect(plan({}, { payerTaxIds: none })).toMatchObject({ fileGap: null });
  });

  test("[PAY-08] asks for the tax number of the status on the day of supply, also when another one has begun", () => {
    const taxStatuses = [
      { status: "regular" as const, beginsOn: day("2025-01-01") },
      { status: "private" as const, beginsOn: day("2026-03-01") },
    ];
    const changed = { taxStatuses, taxIds: { vatId: null, taxNumber: null } };
    expect(plan(changed)).toMatchObject({ reason: "profile_incomplete", missing: ["tax_number"], payable: false });
    expect(plan({ ...changed, missing: ["account"] }).missing).toEqual(["tax_number", "account"]);
    expect(plan({ ...changed, hasAgreement: false }).missing).toEqual([]);
  });

  test("a private person needs no agreement and gets no VAT, with any payer", () => {
    const taxStatuses = [{ status: "private" as const, beginsOn: day("2025-01-01") }];
    expect(plan({ taxStatuses, hasAgreement: false }, { payerCountry: "AT" })).toMatchObject({
      basis: "private",
      reason: null,
      vatTotal: 0,
    });
  });

  test("claims are deducted whatever their age, and ignore the rhythm", () => {
    const lines = [line(100_00), line(-30_00, "2024-05-01")];
    expect(plan({ lines })).toMatchObject({ net: 70_00, reason: null });
    const isPaid = { lastPaidUntil: day("2026-02-28") };
    expect(plan({ lines, ...isPaid }, { cadence: "monthly" })).toMatchObject({ net: 70_00, reason: null });
  });

  test("VAT is calculated once on the sum, by status and rate on the day of supply", () => {
    // Each line alone would round to 0.02, together 0.05.
    expect(plan({ lines: [line(9), line(9), line(9)] })).toMatchObject({ net: 27, vatTotal: 5, gross: 32 });
    const changed = plan({
      taxStatuses: [
        { status: "small_business", beginsOn: day("2025-01-01") },
        { status: "regular", beginsOn: day("2026-02-01") },
      ],
      lines: [line(100_00, "2026-01-31"), line(100_00, "2026-02-01")],
    });
    expect(changed.vat).toEqual([
      { status: "small_business", rateBp: 0, net: 100_00, vat: 0 },
      { status: "regular", rateBp: 1900, net: 100_00, vat: 19_00 },
    ]);
    expect(plan({ lines: [line(100_00, "2020-12-31")] }).vatTotal).toBe(16_00);
  });

  test("the first status counts for the days before it too", () => {
    expect(plan({ lines: [line(100_00, "2023-01-15")] }).vat).toEqual([
      { status: "regular", rateBp: 1900, net: 100_00, vat: 19_00 },
    ]);
  });

  test("lists everybody by name", () => {
    const names = ["Zoë", "Ärzte", "Bea"].map((name, index) => payee({ id: String(index), name }));
    expect(planRun(terms, names).map(({ name }) => name)).toEqual(["Ärzte", "Bea", "Zoë"]);
  });
});
