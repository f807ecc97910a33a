// P5: the CSV file of many payments, read from the server, compared with COPY … TO STDOUT of the same query.
import { once } from "node:events";
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, loadSetup, residentMebibytes } from "./measure.mjs";
import { scaleOf } from "./world.mjs";

const DEALS = 100_000;
const ROUNDS = 2;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureExport(shared) {
  const { openExportSetup } = await loadSetup("export-setup");
  /** @type {import("./export-setup").ExportSetup} */
  const setup = await openExportSetup(await shared.world(), Math.round(DEALS * scaleOf()));
  const { address, pid } = await shared.server();
  const ask = (/** @type {string} */ search, /** @type {Record<string, string>} */ headers = {}) =>
    download(`${address}/commissions/export.csv${search}`, { Cookie: setup.cookie, ...headers });
  try {
    // Excludes what a process loads with its first file.
    await ask("?tab=paid");
    await sleep(2_000);
    const idle = residentMebibytes(pid);
    const best = { ours: Infinity, copy: Infinity };
    let peak = idle;
    for (let round = 0; round < ROUNDS; round++) {
      best.copy = Math.min(best.copy, await setup.copy());
      const watch = setInterval(() => (peak = Math.max(peak, residentMebibytes(pid))), 50);
      const { seconds, lines } = await ask("?tab=all");
      clearInterval(watch);
      if (lines !== setup.payments + 1) throw new Error(`${lines} lines for ${setup.payments} payments`);
      best.ours = Math.min(best.ours, seconds);
    }
    const compressed = await ask("?tab=all", { "Accept-Encoding": "gzip" });
    const payments = setup.payments.toLocaleString("en-US");
    return [
      { figure: `P5 CSV file of ${payments} payments`, measured: `${best.ours.toFixed(1)} s` },
      { figure: "P5 the same, compressed on the way", measured: `${compressed.seconds.toFixed(1)} s` },
      { figure: "P5 COPY … TO STDOUT of the same query", measured: `${best.copy.toFixed(1)} s` },
      atMost("P5 CSV file : COPY", best.ours / best.copy, 3, "×"),
      atMost("P5 memory of the server over idle", peak - idle, 100, "MiB"),
    ];
  } finally {
    await setup.close();
  }
}

/**
 * @param {string} address
 * @param {Record<string, string>} headers
 */
async function download(address, headers) {
  const from = performance.now();
  const [answer] = await once(http.get(address, { headers }), "response");
  if (answer.statusCode !== 200) throw new Error(`${address} responds with ${answer.statusCode}`);
  let lines = 0;
  for await (const chunk of answer) {
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) lines++;
  }
  return { seconds: (performance.now() - from) / 1000, lines };
}
