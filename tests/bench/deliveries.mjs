// P4: webhooks delivered to a local receiver, compared with empty jobs of the same queue.
import { atLeast, loadSetup } from "./measure.mjs";
import { scaleOf } from "./world.mjs";

const COUNT = 4_000;
const ROUNDS = 3;
const PROMISE = 0.5;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureDeliveries(shared) {
  const { openDeliveriesSetup } = await loadSetup("deliveries-setup");
  /** @type {import("./deliveries-setup").DeliveriesSetup} */
  const setup = await openDeliveriesSetup(await shared.world());
  try {
    const count = Math.round(COUNT * scaleOf());
    // The best of each; the others include other work of the machine.
    const best = { webhooks: 0, nothing: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      for (const name of /** @type {const} */ (["nothing", "webhooks"])) {
        best[name] = Math.max(best[name], await setup[name](count));
      }
    }
    return [
      { figure: "P4 webhooks delivered", measured: `${best.webhooks.toFixed(0)}/s` },
      { figure: "P4 empty jobs", measured: `${best.nothing.toFixed(0)}/s` },
      atLeast("P4 webhooks : empty jobs", best.webhooks / best.nothing, PROMISE, "×"),
    ];
  } finally {
    await setup.close();
  }
}
