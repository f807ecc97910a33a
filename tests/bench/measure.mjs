import fs from "node:fs";
import os from "node:os";
import path from "node:path";

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** A directory that the user who runs Postgres for root can enter. */
export function temporaryDirectory() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-bench-"));
  fs.chmodSync(directory, 0o755);
  return directory;
}
