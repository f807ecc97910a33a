// npm run bench: measures all promises that are figures, and prints each with its promise. Times are valid for this
// machine and moment; ratios are measured side by side. npm run bench -- p8 p2 measures only these parts.
// BENCH_SCALE=0.1 makes the big organization smaller, BENCH_HOME=<folder> keeps it, and BENCH_DATABASE_URL=<a
// superuser's URL> creates it on that server.
import os from "node:os";
import { measureDeliveries } from "./deliveries.mjs";
import { measureDoors } from "./doors.mjs";
import { measureExport } from "./export.mjs";
import { measureFirstView } from "./first-view.mjs";
import { measureGeneration } from "./generate.mjs";
import { measureLive } from "./live.mjs";
import { measurePages } from "./pages.mjs";
import { measureProcessor } from "./processor.mjs";
import { measureReads } from "./reads.mjs";
import { measureSite } from "./site.mjs";
import { measureStart } from "./start.mjs";
import { measureWithOrg } from "./with-org.mjs";
import { share } from "./world.mjs";

/** @typedef {{ figure: string, measured: string, promise?: string, kept?: boolean }} Row */

/** @type {Record<string, (shared: import("./world.mjs").Shared) => Promise<Row[]> | AsyncIterable<Row>>} */
const parts = {
  p8: measureStart,
  withorg: measureWithOrg,
  p1: measureGeneration,
  p4: measureDeliveries,
  p2: measurePages,
  p2doors: measureDoors,
  p3: measureProcessor,
  p5: measureExport,
  reads: measureReads,
  p6: measureSite,
  p7: measureLive,
  p12: measureFirstView,
};

const wanted = process.argv.slice(2).map((name) => name.toLowerCase());
for (const name of wanted) {
  if (name in parts) continue;
  console.error(`bench: ${name} must be one of ${Object.keys(parts).join(", ")}`);
  process.exit(2);
}

const load = os.loadavg()[0] ?? 0;
console.log(`${os.cpus().length} cores, load ${load.toFixed(1)} before the start, Node ${process.version}`);

/** @type {Row[]} */
const rows = [];
let failed = false;
const shared = share();
for (const [name, measure] of Object.entries(parts)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  try {
    for await (const row of await measure(shared)) {
      console.log(`${row.figure}: ${row.measured}${row.promise ? ` (promised: ${row.promise})` : ""}`);
      rows.push(row);
    }
  } catch (error) {
    failed = true;
    console.error(`bench: ${name} failed: ${error instanceof Error ? error.message : error}`);
  }
}
await shared.close();

const answer = { true: "yes", false: "NO", undefined: "" };
const table = [
  ["figure", "measured", "promise", "kept"],
  ...rows.map(({ figure, measured, promise = "", kept }) => [figure, measured, promise, answer[`${kept}`]]),
];
const widths = [0, 1, 2, 3].map((column) => Math.max(...table.map((line) => line[column]?.length ?? 0)));
console.log();
for (const line of table) {
  console.log(
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join(" | ")
      .trimEnd(),
  );
}
process.exit(failed || rows.some(({ kept }) => kept === false) ? 1 : 0);
