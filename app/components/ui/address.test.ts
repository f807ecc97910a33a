import { expect, test } from "vitest";
import { addressWith } from "./address";

test("an address keeps its filters and begins at the first page", () => {
  const search = "?q=a+b&cursor=xyz&affiliate=1";
  expect(addressWith("/leads", search)).toBe("/leads?q=a+b&affiliate=1");
  expect(addressWith("/leads", search, { cursor: "abc" })).toBe("/leads?q=a+b&cursor=abc&affiliate=1");
  expect(addressWith("/leads", search, { affiliate: null, sort: "-amount" })).toBe(
    "/leads?q=a+b&sort=-amount",
  );
  expect(addressWith("/leads", "?cursor=xyz", { q: null })).toBe("/leads");
});
