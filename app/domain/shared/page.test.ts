import { randomUUID } from "node:crypto";
import { describe, expect, it, test } from "vitest";
import { beyondPlace, inOrder, keyset, momentKey, type Direction } from "./page";

interface Row {
  id: string;
  key: number;
}

/** What the database does with the condition, order and limit of a keyset. */
function read(rows: Row[], cursor: string | null, listed: Direction, size: number) {
  const place = keyset({ cursor }, listed, (key) => /^\d+$/.test(key), size);
  const sign = place.direction === "asc" ? 1 : -1;
  const compare = (a: Row, b: Row) => sign * (a.key - b.key || (a.id < b.id ? -1 : 1));
  const from = place.place && { key: Number(place.place.key), id: place.place.id };
  const found = [...rows]
    .sort(compare)
    .filter((row) => !from || (compare(row, from) > 0 && row.id !== from.id))
    .slice(0, place.take);
  return place.page(found, (row) => String(row.key));
}

const rows: Row[] = Array.from({ length: 23 }, (_, index) => ({ id: randomUUID(), key: index >> 2 }));

describe.each(["asc", "desc"] as const)("a list in pages, %s", (listed) => {
  const whole = read(rows, null, listed, 100).rows;

  it("[LEAD-01] [TRX-02] [COM-01] shows every row once on the way forward, the first page has none before it", () => {
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

  it("[LEAD-01] [TRX-02] [COM-01] shows the same pages on the way back, as far as the beginning", () => {
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

test("a list that fits on one page has no other", () => {
  expect(read(rows, null, "asc", 23)).toMatchObject({ previous: null, next: null });
  expect(read([], null, "asc", 5)).toEqual({ rows: [], previous: null, next: null });
});

test.each([null, undefined, "", "~~", "on~5", `on~x~${randomUUID()}`, `off~5~${randomUUID()}`, "on~5~'; --"])(
  "a cursor that nobody made is the beginning: %j",
  (cursor) => expect(keyset({ cursor }, "asc", momentKey.valid).place).toBeNull(),
);

test("Prisma's condition and order go on from the place", () => {
  const id = randomUUID();
  const place = keyset({ cursor: `back~1700000000000~${id}` }, "desc", momentKey.valid);
  const at = new Date(1_700_000_000_000);
  expect(beyondPlace(place, "createdAt", momentKey.value)).toEqual({
    createdAt: { gte: at },
    OR: [{ createdAt: { gt: at } }, { id: { gt: id } }],
  });
  expect(inOrder(place, "createdAt")).toEqual([{ createdAt: "asc" }, { id: "asc" }]);
});
