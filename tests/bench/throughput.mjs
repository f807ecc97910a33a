// P3: requests per second of /leads against a bare Remix page that shows the same 50 rows from one query.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { median, root } from "./measure.mjs";
import { serve } from "./serve.mjs";

const CONCURRENCY = 8;
const ROUNDS = 7;
const ROUND_MS = 3_000;
const PROMISE = 0.6;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureThroughput(shared) {
  const { orgs, env } = await shared.world();
  const { orgId, cookies } = orgs.small;
  const ours = await shared.server();
  // Below node_modules, where the packages are found.
  const folder = path.join(root, `node_modules/.cache/bench/bare-${process.pid}`);
  buildBare(folder);
  const settings = {
    BENCH_BUILD: pathToFileURL(path.join(folder, "server/index.js")).href,
    BENCH_ORG: orgId,
    DATABASE_URL: env.DATABASE_URL ?? "",
  };
  const bare = await serve(["tests/bench/bare/server.mjs"], settings, "/leads");
  try {
    const pages = {
      leads: { url: `${ours.address}/leads`, cookie: cookies.staff, pid: ours.pid },
      bare: { url: `${bare.address}/leads`, cookie: "", pid: bare.pid },
    };
    /** @type {Record<keyof typeof pages, { perSecond: number, cpu: number }[]>} */
    const rounds = { leads: [], bare: [] };
    // The first round only warms up.
    for (let round = 0; round <= ROUNDS; round++) {
      for (const name of /** @type {const} */ (["leads", "bare"])) {
        const speed = await load(pages[name]);
        if (round > 0) rounds[name].push(speed);
      }
    }
    const of = (/** @type {keyof typeof pages} */ name, /** @type {"perSecond" | "cpu"} */ key) =>
      median(rounds[name].map((one) => one[key]));
    const line = (/** @type {keyof typeof pages} */ name) =>
      `${of(name, "perSecond").toFixed(0)} requests/s, ${of(name, "cpu").toFixed(1)} ms of processor each`;
    const ratio = of("leads", "perSecond") / of("bare", "perSecond");
    return [
      { figure: "P3 /leads with 50 cards", measured: line("leads") },
      { figure: "P3 a bare Remix page of the same rows", measured: line("bare") },
      {
        figure: "P3 /leads : bare page",
        measured: `${ratio.toFixed(2)} ×`,
        promise: `≥ ${PROMISE} ×`,
        kept: ratio >= PROMISE,
      },
    ];
  } finally {
    await bare.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function buildBare(folder) {
  const args = ["vite:build", "--config", "tests/bench/bare/vite.config.ts", "--logLevel", "error"];
  const { status, stderr } = spawnSync(
    process.execPath,
    ["node_modules/@remix-run/dev/dist/cli.js", ...args],
    {
      cwd: root,
      encoding: "utf8",
      env: { ...process.env, NODE_ENV: "production", BENCH_BARE: path.relative(root, folder) },
    },
  );
  if (status !== 0) throw new Error(`the bare page could not be built: ${stderr.split("\n")[0]}`);
}

/**
 * Asks for a page as often as it is answered.
 * @param {{ url: string, cookie: string, pid: number }} page
 */
async function load(page) {
  const agent = new http.Agent({ keepAlive: true, maxSockets: CONCURRENCY });
  const before = processorMs(page.pid);
  const from = performance.now();
  let answered = 0;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (performance.now() - from < ROUND_MS) {
        await request(page, agent);
        answered++;
      }
    }),
  );
  const seconds = (performance.now() - from) / 1000;
  agent.destroy();
  return { perSecond: answered / seconds, cpu: (processorMs(page.pid) - before) / answered };
}

/**
 * What a process has used of the processors; tells more than requests/s on a machine that does other things too.
 * @param {number} pid
 */
function processorMs(pid) {
  const fields = fs.readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/**
 * Reads a page to its end, uncompressed.
 * @param {{ url: string, cookie: string }} page
 * @param {http.Agent} agent
 * @returns {Promise<void>}
 */
function request({ url, cookie }, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { Cookie: cookie, "Accept-Language": "de" } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} answers ${response.statusCode}`));
        response.on("end", resolve).on("error", reject).resume();
      })
      .on("error", reject);
  });
}
