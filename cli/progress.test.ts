import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { progressBar } from "./progress";
import { printError } from "./run-command";

// Set explicitly, because whether stderr is a terminal differs between machines.
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

test("[CLI-01] shows a progress bar on a terminal and replaces it by an error", () => {
  process.stderr.isTTY = true;
  const bar = progressBar(4);
  bar.add(1);
  expect(written).toBe("\r[------------------------------] 0 of 4 ");
  printError(new Error("no place"), "organization 1");
  expect(written).toMatch(/0 of 4 \r\u001b\[Kfinderlohn: no place \(organization 1\)\n$/);
  const before = written;
  bar.end();
  expect(written).toBe(before);
});

test("[CLI-01] shows no bar without a terminal", () => {
  process.stderr.isTTY = false;
  const bar = progressBar(4);
  bar.add(4);
  bar.end();
  expect(written).toBe("");
});
