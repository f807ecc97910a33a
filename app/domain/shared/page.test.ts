import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { addDays, day } from "./dates";
import { PAGE_SIZE, pageOf, parseCursor } from "./page";

const rows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ id: randomUUID(), day: addDays(day("2027-01-01"), index) }));
const place = (row: { id: string; day: ReturnType<typeof day> }) => row;

test("[TRX-02] the row that is one too many makes the next page, which begins after the last row shown", () => {
  const read = rows(PAGE_SIZE + 1);
  const { rows: shown, next } = pageOf(read, place);
  expect(shown).toHaveLength(PAGE_SIZE);
  expect(parseCursor(next)).toEqual(read[PAGE_SIZE - 1]);
});

test("[TRX-02] a full last page has no next one", () => {
  expect(pageOf(rows(PAGE_SIZE), place).next).toBeNull();
  expect(pageOf([], place)).toEqual({ rows: [], next: null });
});

test.each([
  null,
  undefined,
  "",
  "_",
  "2027-01-01",
  "2027-13-01_" + randomUUID(),
  "2027-01-01_x",
  "2027-01-01_'; --",
])("a cursor that nobody made is the beginning: %j", (cursor) => expect(parseCursor(cursor)).toBeNull());
