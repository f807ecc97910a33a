import { expect, it } from "vitest";
import { timeOrderedId } from "./time-ordered-id.server";

it("ids sort by creation time, also within a millisecond and when the clock goes back", () => {
  const now = Date.UTC(2026, 0, 1);
  const ids = [
    ...Array.from({ length: 10_000 }, () => timeOrderedId(now)),
    timeOrderedId(now - 5_000),
    timeOrderedId(now + 60_000),
  ];
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(parseInt(ids.at(-1)!.replaceAll("-", "").slice(0, 12), 16)).toBe(now + 60_000);
});
