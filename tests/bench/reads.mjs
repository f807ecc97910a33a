// CPU time of the leads screen's database reads in the web process: the session, the shell and the screen, in turn.
import { loadSetup, median } from "./measure.mjs";

const WARM_UP = 3;
const ROUNDS = 15;
const TURNS = 40;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureReads(shared) {
  const { openReadSetup } = await loadSetup("reads-setup");
  /** @type {import("./reads-setup").ReadSetup} */
  const setup = await openReadSetup(await shared.world(), await shared.org("cards"));
  try {
    /** @type {Record<string, number[]>} */
    const costs = {};
    for (let round = -WARM_UP; round < ROUNDS; round++) {
      for (const [name, read] of Object.entries(setup.reads)) {
        const before = process.cpuUsage();
        for (let turn = 0; turn < TURNS; turn++) await read();
        const { user, system } = process.cpuUsage(before);
        if (round >= 0) (costs[name] ??= []).push((user + system) / 1000 / TURNS);
      }
    }
    const middle = Object.entries(costs).map(([name, of]) => /** @type {const} */ ([name, median(of)]));
    const sum = middle.reduce((total, [, cost]) => total + cost, 0);
    return [...middle, /** @type {const} */ (["all three", sum])].map(([name, cost]) => ({
      figure: `reads of /leads, ${name}`,
      measured: `${cost.toFixed(2)} ms of CPU`,
    }));
  } finally {
    await setup.close();
  }
}
