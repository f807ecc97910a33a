import { expect, test } from "vitest";
import { conversionPerMille } from "./conversion";

test("[POR-02] the conversion is deals per thousand leads, rounded half up", () => {
  expect(conversionPerMille(1, 3)).toBe(333);
  expect(conversionPerMille(2, 3)).toBe(667);
  expect(conversionPerMille(1, 2_000)).toBe(1);
  expect(conversionPerMille(1, 2_001)).toBe(0);
  expect(conversionPerMille(5, 5)).toBe(1_000);
  expect(conversionPerMille(0, 7)).toBe(0);
  expect(conversionPerMille(0, 0)).toBe(0);
});
