import { expect } from "vitest";

type Cursors = { previous: string | null; next: string | null };

/** Reads every page of a list forwards, and then backwards from the last. */
export async function walk(read: (cursor: string | null) => Promise<{ rows: { id: string }[] } & Cursors>) {
  const pages: string[][] = [];
  let page = await read(null);
  expect(page.previous).toBeNull();
  pages.push(page.rows.map(({ id }) => id));
  while (page.next) {
    page = await read(page.next);
    pages.push(page.rows.map(({ id }) => id));
  }
  for (let at = pages.length - 2; at >= 0; at--) {
    page = await read(page.previous);
    expect(page.rows.map(({ id }) => id)).toEqual(pages[at]);
  }
  expect(page.previous).toBeNull();
  return pages;
}
