import { describe, expect, test } from "vitest";
import { day } from "../shared/dates";
import {
  noFilter,
  inOrderOf,
  inPeriod,
  isFiltered,
  leadOrders,
  leadTabs,
  ofAffiliate,
  parseLeadFilter,
  statusesOf,
} from "./lead-filter";

const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const read = (params: Record<string, string>) => parseLeadFilter(new URLSearchParams(params));

describe("[LEAD-01] the filter of an address", () => {
  test("has a search of at most 200 characters and an affiliate, both optional", () => {
    expect(read({})).toEqual(noFilter);
    expect(read({ q: "  Nord\0licht ", affiliate: id })).toEqual({ search: "Nordlicht", affiliate: id });
    expect(read({ q: "x".repeat(201) }).search).toBe("x".repeat(200));
    expect(read({ affiliate: "none" })).toEqual({ search: "", affiliate: "none" });
    for (const affiliate of ["", "all", "1"]) expect(read({ affiliate }).affiliate).toBeNull();
  });

  test("counts as filtered with either", () => {
    expect(isFiltered(noFilter)).toBe(false);
    expect(isFiltered({ search: "x", affiliate: null })).toBe(true);
    expect(isFiltered({ search: "", affiliate: "none" })).toBe(true);
  });

  test("becomes a condition on the affiliate, and without an affiliate an order that fits the index", () => {
    const [order] = [[{ createdAt: "desc" as const }]];
    expect(ofAffiliate(noFilter)).toEqual({});
    expect(ofAffiliate({ search: "", affiliate: id })).toEqual({ affiliateId: id });
    expect(ofAffiliate({ search: "", affiliate: "none" })).toEqual({ affiliateId: null });
    expect(inOrderOf(noFilter, "asc", order)).toEqual(order);
    expect(inOrderOf({ search: "", affiliate: "none" }, "asc", order)).toEqual([{ affiliateId: "asc" }, ...order]);
  });
});

test("[LEAD-01] each view has its statuses", () => {
  expect(leadTabs.map((tab) => [tab, ...statusesOf[tab]])).toEqual([
    ["pipeline", "new", "qualified", "contacted"],
    ["deals", "converted"],
    ["archive", "lost"],
  ]);
  expect(leadOrders).toEqual(["created", "company"]);
});

test("[LEAD-15] a period applies to the day of submission, for lost leads to the day they were lost", () => {
  const period = { from: day("2026-03-01"), to: day("2026-03-31") };
  expect(Object.keys(inPeriod(period, true))).toEqual(["lostOn"]);
  expect(Object.keys(inPeriod(period, false)).sort()).toEqual(["createdAt", "submittedOn"]);
  expect(inPeriod(null, true)).toEqual({});
});
