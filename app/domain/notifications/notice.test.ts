import { beforeEach, describe, expect, test, vi } from "vitest";
import { day } from "../shared/dates";
import type { TermRules } from "../terms/term";
import {
  affiliateTopics,
  isStaffNotice,
  mailTopics,
  paramsOf,
  readStoredNotice,
  staffTopics,
  topicOf,
  type NotificationContent,
} from "./notice";

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
beforeEach(() => void vi.clearAllMocks());

const affiliateId = "0199a0c4-7d5e-7000-8000-000000000001";
const userId = "0199a0c4-7d5e-7000-8000-000000000002";
const about = "0199a0c4-7d5e-7000-8000-000000000003";
const euros = { amount: 1250, currency: "EUR" };

const before: TermRules = {
  cadence: "monthly",
  revShareBp: null,
  fixedAmount: null,
  currency: "CHF",
  tiers: [
    { from: 0, rateBp: 500 },
    { from: 9, rateBp: 750 },
  ],
  dueWhen: "period",
  holdingDays: 0,
  startDate: day("2026-01-31"),
};
const after: TermRules = {
  cadence: "ad-hoc",
  revShareBp: 1000,
  fixedAmount: 70,
  tiers: null,
  currency: "EUR",
  dueWhen: "customer_paid",
  holdingDays: 14,
  startDate: day("2026-03-01"),
};
const storedBefore = {
  cadence: "monthly",
  rev_share_bp: null,
  fixed_amount: null,
  currency: "CHF",
  tiers: [
    { from: 0, rate_bp: 500 },
    { from: 9, rate_bp: 750 },
  ],
  due_when: "period",
  holding_days: 0,
  start_date: "2026-01-31",
};
const storedAfter = {
  cadence: "ad-hoc",
  rev_share_bp: 1000,
  fixed_amount: 70,
  tiers: null,
  currency: "EUR",
  due_when: "customer_paid",
  holding_days: 14,
  start_date: "2026-03-01",
};
const single = { affiliateId, dealId: about, company: "Nord", deal: "Shop", commission: euros };
const storedSingle = { deal_id: about, company: "Nord", deal: "Shop", ...euros };

/** Each notification with its stored form. */
const notices: [NotificationContent, object][] = [
  [
    { ...single, type: "deal_created", monthly: false },
    { ...storedSingle, monthly: false, period: null },
  ],
  [
    { ...single, type: "commission_paid", monthly: true, period: "2026-02-01" },
    { ...storedSingle, monthly: true, period: "2026-02-01" },
  ],
  [
    { ...single, type: "commission_reversed", monthly: false, reason: "Refund" },
    { ...storedSingle, monthly: false, period: null, reason: "Refund" },
  ],
  [
    { affiliateId, type: "commission_paid", payments: 2, amounts: [euros], oneOff: true },
    { payments: 2, amounts: [euros], oneOff: true },
  ],
  [
    { affiliateId, type: "terms_changed", before, after },
    { before: storedBefore, after: storedAfter },
  ],
  [
    { affiliateId, type: "terms_changed", before: null, after },
    { before: null, after: storedAfter },
  ],
  [
    { affiliateId, type: "lead_lost", leadId: about, company: "Nord", reason: "No budget" },
    { lead_id: about, company: "Nord", reason: "No budget" },
  ],
  ...(
    [
      ["payout_paid", { payoutId: about, number: "AB-2026-0001", gross: 119_00, currency: "EUR", vat: 19_00 }],
      ["payout_returned", { payoutId: about, number: "AB-2026-0001", gross: 1, currency: "EUR", reason: "AC04" }],
      ["statement_issued", { payoutId: about, number: "AB-2026-0001", until: day("2026-02-28") }],
    ] as const
  ).map(([type, facts]): [NotificationContent, object] => [
    { affiliateId, type, ...facts } as NotificationContent,
    facts,
  ]),
  [{ affiliateId, type: "lead_lost", companies: ["Nord", "Ost"] }, { companies: ["Nord", "Ost"] }],
  [
    { affiliateId, type: "lead_deleted", companies: ["Nord", "Ost"], reason: "Twice" },
    { companies: ["Nord", "Ost"], reason: "Twice" },
  ],
  [
    {
      affiliateId,
      type: "deal_ended",
      dealId: about,
      company: "Nord",
      deal: "Shop",
      day: day("2026-02-01"),
      endReason: "customer_did_not_pay",
      reason: "Insolvent",
      amounts: [euros],
    },
    {
      deal_id: about,
      company: "Nord",
      deal: "Shop",
      day: "2026-02-01",
      end_reason: "customer_did_not_pay",
      reason: "Insolvent",
      amounts: [euros],
    },
  ],
  [
    {
      affiliateId,
      type: "deal_ended",
      dealId: about,
      company: "N",
      deal: "S",
      day: day("2026-02-01"),
      endReason: "our_fault",
    },
    { deal_id: about, company: "N", deal: "S", day: "2026-02-01", end_reason: "our_fault" },
  ],
  [
    { affiliateId, type: "deal_resumed", dealId: about, company: "Nord", deal: "Shop" },
    { deal_id: about, company: "Nord", deal: "Shop" },
  ],
  [
    { userId, type: "lead_created", leadId: about, company: "Nord", affiliate: "Ann" },
    { lead_id: about, company: "Nord", affiliate: "Ann" },
  ],
  [
    { userId, type: "affiliate_joined", joinedId: about, affiliate: "Ann" },
    { affiliate_id: about, affiliate: "Ann" },
  ],
  [
    { userId, type: "invoice_submitted", runId: about, payoutId: about, affiliate: "Ann", number: "AB-1" },
    { runId: about, payoutId: about, affiliate: "Ann", number: "AB-1" },
  ],
  [
    { affiliateId, type: "invoice_needed", payoutId: about, number: "AB-1", gross: 119_00, currency: "EUR" },
    { payoutId: about, number: "AB-1", gross: 119_00, currency: "EUR" },
  ],
  [
    { affiliateId, type: "invoice_refused", payoutId: about, number: "AB-1", reason: "No VAT" },
    { payoutId: about, number: "AB-1", reason: "No VAT" },
  ],
  [{ userId, type: "member_joined", email: "a@b.example" }, { email: "a@b.example" }],
  [
    { userId, type: "webhook_disabled", host: "make.com", because: "gone" },
    { host: "make.com", because: "gone" },
  ],
  [
    { userId, type: "billing", about: "trial_over", date: day("2026-02-28") },
    { about: "trial_over", date: "2026-02-28" },
  ],
  [
    { userId, type: "security", about: "api_key_made", subject: "CRM", by: "Ann" },
    { about: "api_key_made", subject: "CRM", by: "Ann" },
  ],
];

const rowOf = (type: string, params: unknown, ofStaff = false) =>
  ofStaff ? { id: "1", type, params, affiliateId: null, userId } : { id: "1", type, params, affiliateId, userId: null };

describe("[NOT-01] a notification", () => {
  test.each(notices.map(([notice, stored]) => [notice.type, notice, stored] as const))(
    "%s is stored as values and read back unchanged",
    (type, notice, stored) => {
      expect(paramsOf(notice)).toEqual(stored);
      expect(readStoredNotice(rowOf(type, stored, isStaffNotice(notice)), log)).toStrictEqual(notice);
      expect(log.error).not.toHaveBeenCalled();
    },
  );

  test("leaves the reason out if it is empty", () => {
    const lost = { affiliateId, type: "lead_lost", leadId: about, company: "Nord", reason: "" } as const;
    expect(paramsOf(lost)).not.toHaveProperty("reason");
    const paid = { ...single, type: "commission_paid", monthly: false, reason: "" } as const;
    expect(paramsOf(paid)).not.toHaveProperty("reason");
    const read = readStoredNotice(rowOf("lead_lost", { lead_id: about, company: "Nord", reason: "" }), log);
    expect(read).not.toHaveProperty("reason");
  });

  test("has no deal id if it was stored before deal ids were", () => {
    const stored = { ...storedSingle, deal_id: undefined, monthly: false, period: null };
    expect(readStoredNotice(rowOf("deal_created", stored), log)).toMatchObject({ dealId: null });
  });

  test.each<[string, string, unknown]>([
    ["an unknown type", "deal_won", {}],
    ["no values", "member_joined", null],
    ["the values of another type", "lead_created", { affiliate_id: about, affiliate: "Ann" }],
    ["a sum of reversed commissions", "commission_reversed", { payments: 2, amounts: [], oneOff: true }],
    ["a fraction of a minor unit", "deal_created", { ...storedSingle, amount: 0.5, monthly: false, period: null }],
    ["a month that does not exist", "deal_created", { ...storedSingle, monthly: true, period: "2026-13-01" }],
    ["an unknown cadence", "terms_changed", { before: null, after: { ...storedAfter, cadence: "weekly" } }],
    ["no terms after", "terms_changed", { before: storedBefore, after: null }],
    ["an unknown cause", "webhook_disabled", { host: "make.com", because: "bored" }],
    ["an unknown reason", "billing", { about: "x", date: "2026-02-28" }],
  ])("is ignored and logged if it cannot be read: %s", (_name, type, params) => {
    expect(readStoredNotice(rowOf(type, params), log)).toBeNull();
    expect(log.error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error), notification_id: "1" },
      "stored notification rejected: invalid format",
    );
  });
});

/** Only the type of the notification matters here. */
const topic = (type: NotificationContent["type"]) => topicOf({ type } as NotificationContent);

test("[NOT-01] lists the topics that staff and affiliates can switch off", () => {
  expect(staffTopics.map(topic)).toEqual([
    "lead_created",
    "message_answered",
    "mentioned",
    "leads_due",
    "affiliate_joined",
    "invoice_submitted",
  ]);
  expect(affiliateTopics.map(topic)).toEqual(["deal_created", "commission_paid", "lead_lost", "message_received"]);
  expect(new Set(mailTopics)).toEqual(new Set([...staffTopics, ...affiliateTopics]));
});

test("[NOT-01] assigns a corrected payment to the topic of payments, and a new member to that of new affiliates", () => {
  expect(topic("commission_reversed")).toBe("commission_paid");
  expect(topic("payout_paid")).toBe("commission_paid");
  expect(topic("member_joined")).toBe("affiliate_joined");
});

test("[NOT-01] always sends emails about changed terms, a returned payout, a disabled webhook, billing and security", () => {
  for (const type of ["terms_changed", "payout_returned", "webhook_disabled", "billing", "security"] as const)
    expect(topic(type), type).toBeNull();
});
