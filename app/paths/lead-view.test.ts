import { describe, expect, test } from "vitest";
import { dealChoices } from "~/domain/leads/lead-filter";
import { hasFilters, leadsPath, leadsPathWith, leadViewOf, pathOfTab, statusOf } from "./lead-view";

const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
const at = (search: string, pathname = "/leads") => ({ pathname, search });
const view = (search: string, pathname?: string) => leadViewOf(at(search, pathname));

describe("[LEAD-01] the view in a URL of the leads screen", () => {
  test("is the pipeline with all open leads by default", () => {
    expect(view("")).toEqual({
      tab: "pipeline",
      status: null,
      all: false,
      layout: null,
      inPeriod: false,
      filter: { search: "", affiliate: null, reached: null, deals: null, responsible: null, step: null },
    });
    expect(view("?tab=x&status=x&view=x&deals=x&period=x")).toEqual(view(""));
  });

  test("has the tab and layout of the URL", () => {
    for (const tab of ["pipeline", "deals", "archive"] as const) expect(view(`?tab=${tab}`).tab).toBe(tab);
    for (const layout of ["board", "list"] as const) expect(view(`?view=${layout}`).layout).toBe(layout);
  });

  test("is the one that contains leads of the status, regardless of the tab", () => {
    for (const status of ["new", "qualified", "contacted"] as const)
      expect(view(`?tab=archive&status=${status}`)).toMatchObject({ tab: "pipeline", status, all: false });
    expect(view("?tab=archive&status=converted")).toMatchObject({ tab: "deals", status: null });
    expect(view("?tab=deals&status=lost")).toMatchObject({ tab: "archive", status: null });
  });

  test("is a list of all leads, regardless of other parameters", () => {
    const all = view("?tab=deals&status=all&deals=unpaid", `/leads/deals/${id}`);
    expect(all).toMatchObject({ tab: "pipeline", status: null, all: true });
    expect(all.filter.deals ?? null).toBeNull();
  });

  test("is the deals behind a deal's dialog, unless the URL names another tab", () => {
    expect(view("", `/leads/deals/${id}`).tab).toBe("deals");
    expect(view("?tab=archive", `/leads/deals/${id}/edit`).tab).toBe("archive");
    expect(view("", `/leads/${id}/deal`).tab).toBe("pipeline");
  });

  test("is filtered to deals with something to pay only in the deals tab", () => {
    expect(view("?tab=deals&deals=unpaid").filter.deals).toBe("unpaid");
    expect(view("?status=converted&deals=unpaid").filter.deals).toBe("unpaid");
    expect(view("?tab=deals&deals=won")).toMatchObject({ filter: { deals: "won" } });
    expect(view("?deals=won").filter.deals).toBeNull();
    expect(view("?deals=unpaid", `/leads/deals/${id}`).filter.deals).toBe("unpaid");
    for (const search of ["?deals=unpaid", "?tab=archive&deals=unpaid", "?tab=deals&deals=paid"])
      expect(view(search).filter.deals ?? null, search).toBeNull();
  });
});

test("[LEAD-01] [LEAD-15] counts each filter of a view, but not its layout", () => {
  for (const search of ["q=x", `affiliate=${id}`, "status=new", "status=all", "period=this-month"])
    expect(hasFilters(view(`?${search}`)), search).toBe(true);
  expect(hasFilters(view("?from=2026-01-01&to=2026-01-31"))).toBe(true);
  for (const choice of dealChoices) {
    expect(hasFilters(view(`?tab=deals&deals=${choice}`))).toBe(true);
    expect(view(`?tab=deals&deals=${choice}`).filter.deals).toBe(choice);
  }
  for (const search of ["", "view=list", "tab=archive", "status=lost", "period=all", "deals=unpaid", "q=+"])
    expect(hasFilters(view(`?${search}`)), search).toBe(false);
});

test("[LEAD-01] shows the status of the view in the filter", () => {
  const shown = (search: string) => statusOf(view(search));
  expect(shown("")).toBe("");
  expect(shown("?status=contacted")).toBe("contacted");
  expect(shown("?status=all")).toBe("all");
  expect(shown("?status=reached-won")).toBe("reached-won");
  expect(shown("?status=reached-lost")).toBe("");
  expect(shown("?tab=deals")).toBe("converted");
  expect(shown("?tab=archive")).toBe("lost");
});

describe("[LEAD-01] the URL of the screen", () => {
  test("behind a dialog has the same view and filters", () => {
    expect(leadsPath(at(""))).toBe("/leads");
    expect(leadsPath(at("?q=a&cursor=b", `/leads/${id}/edit`))).toBe("/leads?q=a&cursor=b");
    expect(leadsPath(at("?q=a", `/leads/deals/${id}`))).toBe("/leads?q=a&tab=deals");
    expect(leadsPath(at("?tab=archive", `/leads/deals/${id}`))).toBe("/leads?tab=archive");
    expect(leadsPath(at("?status=lost", `/leads/deals/${id}`))).toBe("/leads?status=lost");
  });

  test("of a tab has no filters", () => {
    expect(pathOfTab("pipeline")).toBe("/leads");
    expect(pathOfTab("deals")).toBe("/leads?tab=deals");
    expect(pathOfTab("archive")).toBe("/leads?tab=archive");
  });

  test("with a change goes to the first page", () => {
    expect(leadsPathWith(at("?q=a&cursor=b&view=list"), { view: "board" })).toBe("/leads?q=a&view=board");
    expect(leadsPathWith(at("?q=a&tab=deals"), { q: null, deals: "unpaid" })).toBe("/leads?tab=deals&deals=unpaid");
    expect(leadsPathWith(at("?cursor=b", `/leads/deals/${id}`), {})).toBe("/leads?tab=deals");
    expect(leadsPathWith(at(""), {})).toBe("/leads");
  });
});
