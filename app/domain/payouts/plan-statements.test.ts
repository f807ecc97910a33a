import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import type { RunPayee, RunTerms } from "./plan-run";
import { planStatements } from "./plan-statements";

const terms: RunTerms = {
  currency: "EUR",
  until: day("2026-02-28"),
  payerCountry: "DE",
  payerTaxIds: { vatId: "DE811907980", taxNumber: null },
  minimum: 50_00,
  vatRates: [],
  cadence: "monthly",
};

const line = (amount: number) => ({
  kind: amount < 0 ? ("claim" as const) : ("deal" as const),
  id: `line ${amount}`,
  period: day("2026-02-15"),
  amount,
});

const payee: RunPayee = {
  id: "a",
  name: "Ada",
  missing: ["account"],
  country: "DE",
  taxIds: { vatId: null, taxNumber: "12/345/67890" },
  taxStatuses: [{ status: "private", beginsOn: day("2025-01-01") }],
  hasAgreement: false,
  hasPendingAccount: false,
  lines: [],
  waiting: 0,
  lastPaidUntil: null,
  lastStatedUntil: null,
  isOngoing: true,
};

const planned = (changes: Partial<RunPayee> = {}, of: Partial<RunTerms> = {}) =>
  planStatements({ ...terms, ...of }, [{ ...payee, ...changes }]).map(({ reason }) => reason);

describe("[PAY-07] a statement that nothing is paid", () => {
  test.each<[string, Partial<RunPayee>, string[]]>([
    ["nothing is due", {}, ["nothing_due"]],
    ["customers have not paid", { waiting: 5_00 }, ["customer_has_not_paid"]],
    ["more is owed back", { lines: [line(-5_00)] }, ["balance_negative"]],
    ["too little is due", { missing: [], lines: [line(49_99)] }, ["below_minimum"]],
    ["something is due that can be paid", { missing: [], lines: [line(50_00)] }, []],
    ["something is due and the profile is incomplete", { lines: [line(50_00)] }, []],
    ["they have ended, and nothing is unpaid", { isOngoing: false }, []],
  ])("is planned by what can be paid: %s", (_, changes, reasons) => {
    expect(planned(changes)).toEqual(reasons);
  });

  test("is planned once for each period of the rhythm, and at least every three months", () => {
    const stated = (until: string, cadence: RunTerms["cadence"], last: string) =>
      planned({ lastStatedUntil: day(last) }, { until: day(until), cadence }).length;
    expect(stated("2026-02-28", "monthly", "2026-01-31")).toBe(1);
    expect(stated("2026-02-28", "monthly", "2026-02-28")).toBe(0);
    expect(stated("2026-03-10", "monthly", "2026-02-28")).toBe(0);
    expect(stated("2026-02-28", null, "2026-01-31")).toBe(1);
    for (const cadence of ["quarterly", "yearly", "on_demand"] as const) {
      expect(stated("2026-02-28", cadence, "2025-12-31"), cadence).toBe(0);
      expect(stated("2026-03-31", cadence, "2025-12-31"), cadence).toBe(1);
    }
  });
});
