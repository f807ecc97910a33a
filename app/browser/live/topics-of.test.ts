import { expect, test } from "vitest";
import { includesPosition } from "./source";
import { concerns } from "./topics-of";

test("[API-05] a page reloads for the topics it shows, and for no others", () => {
  expect(concerns("/leads", ["lead"])).toBe(true);
  expect(concerns("/settings/webhook", ["lead"])).toBe(false);
  expect(concerns("/notifications", ["affiliate_term", "lead"])).toBe(false);
  expect(concerns("/notifications", ["lead", "notification"])).toBe(true);
  expect(concerns("/affiliate/leads", ["lead"])).toBe(true);
  expect(concerns("/leads", [])).toBe(false);
});

test("[API-05] data loaded after a change are not reloaded; positions of another process are unknown", () => {
  expect(includesPosition("a.7", "a.7")).toBe(true);
  expect(includesPosition("a.10", "a.9")).toBe(true);
  expect(includesPosition("a.6", "a.7")).toBe(false);
  expect(includesPosition("b.9", "a.7")).toBe(false);
  expect(includesPosition("", "a.7")).toBe(false);
});
