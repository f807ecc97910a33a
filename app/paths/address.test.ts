import { expect, test } from "vitest";
import { addressWith, knownSearch } from "./address";

test("keeps the filters of a URL and goes to the first page", () => {
  const search = "?q=a+b&cursor=xyz&affiliate=1";
  expect(addressWith("/leads", search)).toBe("/leads?q=a+b&affiliate=1");
  expect(addressWith("/leads", search, { cursor: "abc" })).toBe("/leads?q=a+b&cursor=abc&affiliate=1");
  expect(addressWith("/leads", search, { affiliate: null, sort: "-amount" })).toBe("/leads?q=a+b&sort=-amount");
  expect(addressWith("/leads", "?cursor=xyz", { q: null })).toBe("/leads");
});

test("[P10] repeats only known parameters in links, each once and limited in length", () => {
  const filters = "?tab=deals&q=a+b&affiliate=1&sort=-amount&cursor=on%7Ex%7E1";
  expect(knownSearch(filters)).toBe(filters);
  const rest =
    "?status=new&deals=unpaid&kind=monthly&deal=3&view=list&more_contacted=50&open=1&steps=2&edit=1&redirectTo=%2Fleads";
  expect(knownSearch(rest)).toBe(rest);
  expect(knownSearch(`?junk=${"x".repeat(15_000)}&q=a&q=b&${"y=1&".repeat(1_000)}`)).toBe("?q=a");
  expect(knownSearch(`?q=${"x".repeat(15_000)}`)).toBe("");
  expect(knownSearch("?own_size=large&own_=x&q=a&own_budget_from=1.5")).toBe("?q=a&own_size=large&own_budget_from=1.5");
  expect(knownSearch("")).toBe("");
});

test("[P10] limits a repeated value to 1,400 characters", () => {
  expect(knownSearch(`?q=${"x".repeat(1_400)}`)).toBe(`?q=${"x".repeat(1_400)}`);
  expect(knownSearch(`?q=${"x".repeat(1_401)}`)).toBe("");
});
