import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { afterCursor, inOrder, PAGE_SIZE, readCursor, momentKey, type Direction } from "./page";

interface Row {
  id: string;
  key: number;
}

/** Applies the condition, order and limit of a readCursor as the database does. */
function read(rows: Row[], cursor: string | null, listed: Direction, size: number) {
  const pageCursor = readCursor({ cursor }, listed, (key) => /^\d+$/.test(key), size);
  const sign = pageCursor.direction === "asc" ? 1 : -1;
  const compare = (a: Row, b: Row) => sign * (a.key - b.key || (a.id < b.id ? -1 : 1));
  const from = pageCursor.from && { key: Number(pageCursor.from.key), id: pageCursor.from.id };
  const found = [...rows]
    .sort(compare)
    .filter((row) => !from || (compare(row, from) > 0 && row.id !== from.id))
    .slice(0, pageCursor.take);
  return pageCursor.page(found, (row) => String(row.key));
}

const rows: Row[] = Array.from({ length: 23 }, (_, index) => ({ id: randomUUID(), key: index >> 2 }));

describe.each(["asc", "desc"] as const)("a list in pages, %s", (listed) => {
  const whole = read(rows, null, listed, 100).rows;

  it("[LEAD-01] [TRX-02] [COM-01] shows every row once going forward, and the first page has no previous one", () => {
    const seen: Row[] = [];
    let page = read(rows, null, listed, 5);
    expect(page.previous).toBeNull();
    for (;;) {
      seen.push(...page.rows);
      if (!page.next) break;
      page = read(rows, page.next, listed, 5);
    }
    expect(seen).toEqual(whole);
  });

  it("[LEAD-01] [TRX-02] [COM-01] shows the same pages going back to the beginning", () => {
    const forward = [read(rows, null, listed, 5)];
    while (forward.at(-1)!.next) forward.push(read(rows, forward.at(-1)!.next, listed, 5));
    let page = forward.at(-1)!;
    for (const expected of forward.slice(0, -1).reverse()) {
      page = read(rows, page.previous, listed, 5);
      expect(page.rows).toEqual(expected.rows);
      expect(page.next).not.toBeNull();
    }
    expect(page.previous).toBeNull();
  });
});

test("[API-03] a row with an invalid cursor throws, because an export would never end", () => {
  const bad = rows.map((row) => ({ ...row, key: -1 }));
  expect(() => read(bad, null, "asc", 5)).toThrow(RangeError);
  const { take } = readCursor({}, "asc", () => true, 1).stream(
    () => "~",
    () => {},
  );
  expect(() => take(rows[0]!)).toThrow(RangeError);
});

test("a list that fits on one page has no other page", () => {
  expect(read(rows, null, "asc", 23)).toMatchObject({ previous: null, next: null });
  expect(read([], null, "asc", 5)).toEqual({ rows: [], previous: null, next: null });
});

test.each([
  null,
  undefined,
  "",
  "~~",
  "on~5",
  "on~5~'; --",
  `on~x~${randomUUID()}`,
  `off~5~${randomUUID()}`,
  `!on~5~${randomUUID()}`,
])("an invalid cursor means the beginning: %j", (cursor) =>
  expect(readCursor({ cursor }, "asc", momentKey.valid).from).toBeNull(),
);

test("Prisma's condition and order continue after the cursor", () => {
  const id = randomUUID();
  const pageCursor = readCursor({ cursor: `back~1700000000000~${id}` }, "desc", momentKey.valid);
  const at = new Date(1_700_000_000_000);
  expect(afterCursor(pageCursor, "createdAt", momentKey.value)).toEqual({
    createdAt: { gte: at },
    OR: [{ createdAt: { gt: at } }, { id: { gt: id } }],
  });
  expect(inOrder(pageCursor, "createdAt")).toEqual([{ createdAt: "asc" }, { id: "asc" }]);
});

describe("[LEAD-01] the query for a page", () => {
  const id = "0d8f2f0e-6f6a-4c33-9d0d-0c8f6f0a1b2c";
  const cursor = (to: string) => ({ cursor: `${to}~5~${id}` });

  test("reads one row more than the page, in the reading direction", () => {
    expect(PAGE_SIZE).toBe(50);
    expect(readCursor({}, "asc", momentKey.valid)).toMatchObject({
      from: null,
      direction: "asc",
      comparison: "gt",
      take: 51,
    });
    expect(readCursor(cursor("on"), "desc", momentKey.valid)).toMatchObject({
      from: { key: "5", id },
      direction: "desc",
      comparison: "lt",
    });
    expect(readCursor(cursor("back"), "desc", momentKey.valid)).toMatchObject({
      direction: "asc",
      comparison: "gt",
    });
  });

  test("reads what follows the cursor's row, or everything", () => {
    const condition = (request: { cursor?: string }) =>
      afterCursor(readCursor(request, "desc", momentKey.valid), "createdAt", momentKey.value);
    const value = new Date(5);
    expect(condition({})).toEqual({});
    expect(condition(cursor("on"))).toEqual({
      createdAt: { lte: value },
      OR: [{ createdAt: { lt: value } }, { id: { lt: id } }],
    });
  });

  test("going back from an empty page finds no previous page", () => {
    const page = readCursor(cursor("back"), "asc", momentKey.valid).page([], () => "");
    expect(page).toEqual({ rows: [], previous: null, next: null });
  });

  test("uses the milliseconds of a time as its key", () => {
    const moment = new Date("2026-03-20T12:00:00.123Z");
    expect(momentKey.of(moment)).toBe("1774008000123");
    expect(momentKey.value(momentKey.of(moment))).toEqual(moment);
    expect(momentKey.valid("1".repeat(13))).toBe(true);
    expect(momentKey.valid("1".repeat(14))).toBe(false);
  });
});
