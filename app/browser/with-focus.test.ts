import { expect, test } from "vitest";
import { withFocus } from "./with-focus";

const form = (fields: Record<string, string>) => {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
};

test("withFocus names the control that the form requests, and nothing that is not an id", () => {
  expect(withFocus("/leads", form({ focus: "main" }))).toBe("/leads#main");
  expect(withFocus("/leads", form({}))).toBe("/leads");
  expect(withFocus("/leads", form({ focus: 'x"><script>' }))).toBe("/leads");
});

test("withFocus names the button after the paid row of a list with one form, and after the last row the one before it", () => {
  const paid = (fields: Record<string, string>) => withFocus("/commissions", form({ rows: "a b c", ...fields }));
  expect(paid({ id: "a" })).toBe("/commissions#pay-b");
  expect(paid({ deal_id: "b" })).toBe("/commissions#pay-c");
  expect(paid({ id: "c" })).toBe("/commissions#pay-b");
  expect(paid({ id: "gone" })).toBe("/commissions#main");
  expect(paid({ rows: "a", id: "a" })).toBe("/commissions#main");
});
