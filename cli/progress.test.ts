import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressBar } from "./progress";
import { printError } from "./run-command";

// Whether stderr is a terminal differs between machines.
const { isTTY } = process.stderr;
let written = "";

beforeEach(() => {
  written = "";
  const keep = (text: unknown) => ((written += String(text)), true);
  vi.spyOn(process.stderr, "write").mockImplementation(keep);
  vi.spyOn(console, "error").mockImplementation((text: unknown) => void keep(`${String(text)}\n`));
});

afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
});

test("[CLI-01] on a terminal a bar shows how much is done, and an error takes its place", () => {
  process.stderr.isTTY = true;
  const bar = progressBar(4);
  bar.add(1);
  expect(written).toBe("\r[------------------------------] 0 of 4 ");
  printError(new Error("no place"), "organisation 1");
  expect(written).toMatch(/0 of 4 \r\u001b\[Kfinderlohn: no place \(organisation 1\)\n$/);
  const before = written;
  bar.end();
  expect(written).toBe(before);
});

test("[CLI-01] where no terminal is, there is no bar", () => {
  process.stderr.isTTY = false;
  const bar = progressBar(4);
  bar.add(4);
  bar.end();
  expect(written).toBe("");
});
