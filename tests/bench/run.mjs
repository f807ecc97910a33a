// npm run bench: measures what can be promised only in figures and prints each beside its promise. Times hold for this
// machine and this moment; ratios are measured side by side. BENCH=p8 or BENCH=withorg measures one part only.
import os from "node:os";
import { measureStart } from "./start.mjs";
import { measureWithOrg } from "./with-org.mjs";

/** @typedef {{ figure: string, measured: string, promise?: string, kept?: boolean }} Row */

/** @type {Record<string, () => Promise<Row[]>>} */
const parts = { p8: measureStart, withorg: measureWithOrg };

const wanted = process.env.BENCH;
if (wanted && !(wanted in parts)) {
  console.error(`bench: BENCH is ${Object.keys(parts).join(" or ")}, not "${wanted}"`);
  process.exit(2);
}

const load = os.loadavg()[0] ?? 0;
console.log(
  `${os.cpus().length} processors, load ${load.toFixed(1)} before the start, Node ${process.version}`,
);

/** @type {Row[]} */
const rows = [];
let failed = false;
for (const [name, measure] of Object.entries(parts)) {
  if (wanted && name !== wanted) continue;
  try {
    const measured = await measure();
    for (const { figure, measured: value, promise } of measured) {
      console.log(`${figure}: ${value}${promise ? ` (promised: ${promise})` : ""}`);
    }
    rows.push(...measured);
  } catch (error) {
    failed = true;
    console.error(`bench: ${name} could not be measured: ${error instanceof Error ? error.message : error}`);
  }
}

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
process.exit(failed ? 1 : 0);
