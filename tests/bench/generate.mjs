// P1: creating the monthly payments of many recurring deals, compared with one bare INSERT … SELECT of as many rows.
// P11: the cost of a night on which nothing is due.
import { atMost, loadSetup, median } from "./measure.mjs";
import { scaleOf } from "./world.mjs";

const DEALS = 100_000;
const ROUNDS = 2;
const PROMISE = 1.5;
const NIGHTS = 9;
const PROMISE_MS = 50;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureGeneration(shared) {
  const { openGenerationSetup } = await loadSetup("generate-setup");
  /** @type {import("./generate-setup").GenerationSetup} */
  const setup = await openGenerationSetup(await shared.world(), Math.round(DEALS * scaleOf()));
  try {
    // The best of each; the others include other work of the machine.
    const best = { ours: Infinity, bare: Infinity };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of /** @type {const} */ (["bare", "ours"])) {
        best[name] = Math.min(best[name], await setup[name]());
      }
    }
    /** @param {keyof import("./generate-setup").GenerationSetup["nothingDue"]} part */
    const night = async (part) => {
      const times = [];
      while (times.length < NIGHTS) times.push(await setup.nothingDue[part]());
      return median(times);
    };
    const payments = (setup.deals * 12).toLocaleString("en-US");
    return [
      { figure: `P1 generating ${payments} payments`, measured: `${best.ours.toFixed(1)} s` },
      { figure: "P1 one bare INSERT … SELECT of as many", measured: `${best.bare.toFixed(1)} s` },
      atMost("P1 generating : bare INSERT", best.ours / best.bare, PROMISE, "×"),
      atMost(`P11 nothing due at ${payments} payments, run`, await night("run"), PROMISE_MS, "ms"),
      atMost("P11 the same, preview", await night("preview"), PROMISE_MS, "ms"),
      atMost("P11 the same, sweep", await night("sweep"), PROMISE_MS, "ms"),
    ];
  } finally {
    await setup.close();
  }
}
