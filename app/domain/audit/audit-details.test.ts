import { beforeEach, describe, expect, test, vi } from "vitest";
import { readDetails } from "./audit-details";

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(() => void vi.clearAllMocks());

const read = (data: unknown) => readDetails({ id: "4711", data }, log);

describe("[OPS-06] the details of an audit entry", () => {
  test.each<object>([
    {},
    { amount: 1250, currency: "EUR", period: "2026-02-28", title_before: "A", title_after: null },
    { amount: -5, fixed_amount: 70, rev_share_bp: 1000, amounts: [{ amount: 1, currency: "x".repeat(100) }] },
    { amount: null, fixed_amount: null, rev_share_bp: null, currency: null, period: null, amounts: null },
  ])("are returned as stored, including fields that no screen calculates with: %j", (data) => {
    expect(read(data)).toEqual(data);
    expect(log.error).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ["nothing", null],
    ["a text", "amount"],
    ["a list", []],
    ["an amount as a text", { amount: "1250" }],
    ["a part of an amount", { amount: 12.5 }],
    ["an invalid fixed amount", { fixed_amount: "1" }],
    ["an invalid percentage", { rev_share_bp: 0.1 }],
    ["a currency that is too long", { currency: "x".repeat(101) }],
    ["an invalid date", { period: "2026-02-30" }],
    ["an amount of no currency", { amounts: [{ amount: 1 }] }],
  ])("are logged and marked unreadable if they are invalid: %s", (_name, data) => {
    expect(read(data)).toEqual({ unreadable: true });
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error), audit_entry_id: "4711" },
      "audit entry details rejected: invalid format",
    );
  });
});
