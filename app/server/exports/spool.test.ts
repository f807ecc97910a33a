import { randomBytes } from "node:crypto";
import fs from "node:fs";
import os from "node:os";
import { expect, test } from "vitest";
import { openSpool } from "./spool.server";

const PIECE = 1024 * 1024;
const left = () => fs.readdirSync(os.tmpdir()).filter((name) => name.startsWith("finderlohn-export-"));

test("[API-03] returns all chunks in order, in memory and on disk", async () => {
  const spool = openSpool();
  const put: Buffer[] = [];
  const taken: Buffer[] = [];
  const add = (count: number) => {
    for (let made = 0; made < count; made++) {
      const piece = randomBytes(PIECE);
      put.push(piece);
      spool.put(piece);
    }
  };
  const take = async (most: number) => {
    for (let count = 0; count < most; count++) {
      const piece = await spool.take();
      if (!piece) return;
      taken.push(piece);
    }
  };
  add(20); // More than fits into memory.
  await take(18);
  // Reads from disk return smaller chunks.
  expect(taken.map(({ length }) => length)).toEqual([...Array<number>(16).fill(PIECE), PIECE / 4, PIECE / 4]);
  add(3);
  await take(Infinity);
  expect(spool.isEmpty()).toBe(true);
  add(2);
  expect(spool.isEmpty()).toBe(false);
  await take(Infinity);
  expect(Buffer.concat(taken).equals(Buffer.concat(put))).toBe(true);
  expect(left()).toEqual([]);
  spool.close();
});

test("[API-03] leaves no temporary file when closed before all chunks are read", async () => {
  const spool = openSpool();
  for (let made = 0; made < 20; made++) spool.put(Buffer.alloc(PIECE));
  expect(await spool.take()).toHaveLength(PIECE);
  spool.close();
  expect(left()).toEqual([]);
  expect(() => spool.put(Buffer.alloc(1))).toThrow("the spool is closed");
  expect(await spool.take()).toBeNull();
});
