import { expect, test } from "vitest";
import { COLUMN_SIZE, columnParam, MAX_COLUMN_LENGTH, parseColumnSizes, sizeOf } from "./lead-columns";

test("[LEAD-02] the length of a column is read from the address, within limits", () => {
  const sizes = (text: string) => parseColumnSizes(new URLSearchParams(text));
  expect([COLUMN_SIZE, MAX_COLUMN_LENGTH]).toEqual([25, 500]);
  expect(columnParam("new")).toBe("more_new");
  expect(sizes("more_new=50&more_contacted=26&more_qualified=500")).toEqual({
    new: 50,
    contacted: 26,
    qualified: 500,
  });
  expect(sizes("more_new=501")).toEqual({ new: 500 });
  expect(sizes("more_new=25&more_contacted=50.5&more_qualified=many&more_lost=50")).toEqual({});
  expect(sizeOf({ new: 50 }, "new")).toBe(50);
  expect(sizeOf({ new: 50 }, "qualified")).toBe(25);
});
