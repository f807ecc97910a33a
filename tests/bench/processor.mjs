// P3: CPU time of a page compared with a bare Remix page with the same cards. P3b: lists of 50 rows compared with the
// 50 cards. Not requests per second, because the client uses the same cores.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { atMost, median, root } from "./measure.mjs";
import { serve } from "./serve.mjs";

const CONCURRENCY = 4;
const WARM_UP = 2;
const ROUNDS = 15;
const ROUND_MS = 1_500;
const LENGTH = 50;
const PROMISE = 2.6;
const PROMISE_LISTS = 2;
const withOwn = "/leads?view=list&columns=own_size,own_budget,own_start";
const lists = ["/commissions", "/transactions", "/leads?tab=deals", withOwn];

/** @typedef {{ url: string, cookie: string, pid: number }} Page */

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureProcessor(shared) {
  const { env, sessionCookie } = await shared.world();
  const { orgId, cookies } = await shared.org("cards");
  const ours = await shared.server();
  // Below node_modules, so that packages are resolved.
  const folder = path.join(root, `node_modules/.cache/bench/bare-${process.pid}`);
  buildBare(folder);
  const settings = {
    ...env,
    BENCH_BUILD: pathToFileURL(path.join(folder, "server/index.js")).href,
    BENCH_ORG: orgId,
    BENCH_COOKIE: sessionCookie,
  };
  const bare = await serve(["tests/bench/bare/server.mjs"], settings, "/readyz");
  try {
    const cookie = cookies.staff;
    const page = (/** @type {string} */ address) => ({ url: ours.address + address, cookie, pid: ours.pid });
    /** @type {Record<string, Page>} */
    const pages = {
      bare: { url: `${bare.address}/leads`, cookie, pid: bare.pid },
      "/leads": page("/leads"),
      ...Object.fromEntries(lists.map((list) => [list, page(list)])),
    };
    for (const [name, one] of Object.entries(pages)) await checkLength(name, one);
    const rounds = await measureInTurn(pages);
    const cost = (/** @type {string} */ name) => median(rounds.map((round) => round[name] ?? NaN));
    const ms = (/** @type {string} */ name) => `${cost(name).toFixed(1)} ms of CPU each`;
    // Per round, because other work of the machine slows both about equally.
    const ratio = (/** @type {string} */ name, /** @type {string} */ to) =>
      median(rounds.map((round) => (round[name] ?? NaN) / (round[to] ?? NaN)));
    return [
      { figure: "P3 a bare Remix page with 50 cards", measured: ms("bare") },
      { figure: "P3 /leads with 50 cards", measured: ms("/leads") },
      atMost("P3 /leads : bare page", ratio("/leads", "bare"), PROMISE, "×"),
      ...lists.flatMap((list) => [
        { figure: `P3b ${list} with 50 rows`, measured: ms(list) },
        atMost(`P3b ${list} : /leads`, ratio(list, "/leads"), PROMISE_LISTS, "×"),
      ]),
    ];
  } finally {
    await bare.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

/** @param {string} folder */
function buildBare(folder) {
  const args = ["vite:build", "--config", "tests/bench/bare/vite.config.ts", "--logLevel", "error"];
  const { status, stderr } = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", ...args], {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production", BENCH_BARE: path.relative(root, folder) },
  });
  if (status !== 0) throw new Error(`the bare page could not be built: ${stderr.split("\n")[0]}`);
}

/**
 * Throws if a page shows another number of rows than the others, which would distort the ratios.
 * @param {string} name
 * @param {Page} page
 */
async function checkLength(name, { url, cookie }) {
  const response = await fetch(url, { headers: { Cookie: cookie, "Accept-Language": "de" } });
  const body = await response.text();
  const count = (/** @type {RegExp} */ tag) => body.match(tag)?.length ?? 0;
  const rows = count(/<article[\s>]/g) || count(/<tr[\s>]/g) - count(/<thead[\s>]/g);
  if (rows === LENGTH) return;
  throw new Error(`${name} responds with ${response.status} and ${rows} cards or rows instead of ${LENGTH}`);
}

/**
 * Requests the pages in turn, each as often as possible in its part of a round.
 * @param {Record<string, Page>} pages
 * @returns {Promise<Record<string, number>[]>} milliseconds of CPU per request, by page
 */
async function measureInTurn(pages) {
  /** @type {Record<string, number>[]} */
  const rounds = [];
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    /** @type {Record<string, number>} */
    const cost = {};
    for (const [name, page] of Object.entries(pages)) cost[name] = await load(page);
    if (round >= 0) rounds.push(cost);
  }
  return rounds;
}

/**
 * Returns the CPU milliseconds of the page's server per request.
 * @param {Page} page
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
  agent.destroy();
  return (processorMs(page.pid) - before) / answered;
}

/**
 * Returns the CPU time of all threads of a process since their start.
 * @param {number} pid
 */
function processorMs(pid) {
  const threads = fs.readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [nanoseconds] = fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, "utf8").split(" ");
    return Number(nanoseconds) / 1e6;
  });
  return threads.reduce((sum, one) => sum + one, 0);
}

/**
 * Reads a whole page, uncompressed.
 * @param {Page} page
 * @param {http.Agent} agent
 * @returns {Promise<void>}
 */
function request({ url, cookie }, agent) {
  return new Promise((resolve, reject) => {
    http
      .get(url, { agent, headers: { Cookie: cookie, "Accept-Language": "de" } }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`${url} responds with ${response.statusCode}`));
        response.on("end", resolve).on("error", reject).resume();
      })
      .on("error", reject);
  });
}
