// The cost of tenancy: the same query bare and inside withOrg, in one process, in turn.
import fs from "node:fs";
import { loadSetup, median, temporaryDirectory } from "./measure.mjs";

const WARM_UP = 100;
const RUNS = 600;

/** @returns {Promise<import("./run.mjs").Row[]>} */
export async function measureWithOrg() {
  const home = temporaryDirectory();
  const { openQuerySetup } = await loadSetup("with-org-setup");
  /** @type {import("./with-org-setup").QuerySetup} */
  const setup = await openQuerySetup(home);
  try {
    /** @type {Record<string, number[]>} */
    const times = {};
    for (let run = -WARM_UP; run < RUNS; run++) {
      for (const [name, query] of Object.entries(setup.queries)) {
        const from = performance.now();
        await query();
        if (run >= 0) (times[name] ??= []).push(performance.now() - from);
      }
    }
    const of = (/** @type {string} */ name) => median(times[name] ?? []);
    const ratio = (/** @type {string} */ name) => `${(of("withOrg") / of(name)).toFixed(1)} ×`;
    const ms = (/** @type {string} */ name) => `${of(name).toFixed(2)} ms`;
    return [
      { figure: "one row by its key, bare pg", measured: ms("pg") },
      { figure: "the same, bare Prisma", measured: ms("prisma") },
      { figure: "the same, Prisma in a transaction", measured: ms("transaction") },
      { figure: "the same, in withOrg", measured: ms("withOrg") },
      { figure: "withOrg : bare pg", measured: ratio("pg") },
      { figure: "withOrg : bare Prisma", measured: ratio("prisma") },
      { figure: "withOrg : Prisma in a transaction", measured: ratio("transaction") },
    ];
  } finally {
    await setup.close();
    fs.rmSync(home, { recursive: true, force: true });
  }
}
