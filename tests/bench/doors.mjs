// P2 beside the pages: API lists, the first rows of exports, and writes, of a big and a small organization in turn.
import { setTimeout as sleep } from "node:timers/promises";
import { atMost } from "./measure.mjs";
import { describe, ratio, sizes } from "./pages.mjs";

const ROUNDS = 30;
const PROMISE = 1.5;
/** As many as a commissions page can pay in one batch. */
const MANY = 50;

/** @typedef {import("./pages.mjs").Size} Size */
/** @typedef {(method: string, path: string, body?: object) => Promise<any>} Ask */
/** @typedef {{ api: Ask, firstBytes: (path: string) => Promise<void> }} Doors */
/**
 * A measured operation; `prepare` creates its input, and `after` undoes it.
 * @typedef {{ name: string, prepare?: (doors: Doors) => Promise<any>, run: (doors: Doors, prepared: any) =>
 * Promise<any>, after?: (doors: Doors, result: any) => Promise<unknown>, isPromised?: boolean }} Work
 */

/** @type {(path: string) => Work} */
const list = (path) => ({ name: `API, GET ${path}`, run: ({ api }) => api("GET", path) });
/**
 * Without a promise: a file is sorted completely before its first row, because that makes the whole file fastest (P5).
 * @type {(path: string) => Work}
 */
const file = (path) => ({
  name: `first rows of ${path}`,
  isPromised: false,
  run: ({ firstBytes }) => firstBytes(path),
});
/** @type {(count: number) => Work} */
const pay = (count) => ({
  name: `pay ${count}`,
  prepare: async ({ api }) =>
    (await api("GET", `/commissions?state=due&kind=payment&limit=${count}`)).data.map(
      (/** @type {{ id: string }} */ { id }) => id,
    ),
  run: ({ api }, payment_ids) => api("POST", "/commissions/pay", { payment_ids }),
  after: ({ api }, { batch_id }) => api("POST", "/commissions/undo", { batch_id }),
});
/** @type {(status: string) => (doors: Doors) => Promise<any>} */
const oneLead =
  (status) =>
  async ({ api }) =>
    (await api("GET", `/leads?status=${status}&limit=100`)).data.find(
      (/** @type {{ affiliate_id: string | null }} */ lead) => lead.affiliate_id,
    );

/** @type {Work[]} */
const works = [
  ...[
    "/leads",
    "/leads?q=zwiebelturm",
    "/deals",
    "/commissions",
    "/commissions?state=due",
    "/transactions",
    "/affiliates",
  ].map(list),
  ...["/leads/export.csv", "/leads/deals/export.csv", "/commissions/export.csv", "/transactions/export.csv"].map(file),
  { name: "qualify", prepare: oneLead("new"), run: ({ api }, { id }) => api("POST", `/leads/${id}/qualify`) },
  {
    name: "create a deal of 24 months",
    prepare: oneLead("qualified"),
    run: ({ api }, { id }) =>
      api("POST", "/deals", {
        lead_id: id,
        deal_type: "recurring",
        title: "Wartung",
        mrr: "450.00",
        currency: "EUR",
        contract_start_date: "2026-01-01",
        contract_duration_months: 24,
      }),
  },
  pay(1),
  pay(MANY),
];

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {AsyncGenerator<import("./run.mjs").Row>}
 */
export async function* measureDoors(shared) {
  const world = await shared.world();
  const orgs = { small: await shared.org("small"), big: await shared.org("big") };
  const { address } = await shared.server();
  /** @type {Record<Size, Doors>} */
  const doors = {
    small: open(address, await world.apiKey(orgs.small), orgs.small.cookies.staff),
    big: open(address, await world.apiKey(orgs.big), orgs.big.cookies.staff),
  };
  for (const work of works) {
    /** @type {import("./pages.mjs").Times} */
    const times = { small: [], big: [] };
    for (let round = -3; round < ROUNDS; round++) {
      for (const size of sizes) {
        const prepared = await work.prepare?.(doors[size]);
        const from = performance.now();
        const result = await work.run(doors[size], prepared);
        if (round >= 0) times[size].push(performance.now() - from);
        await work.after?.(doors[size], result);
      }
    }
    const { measured, ...row } = atMost(`P2 ${work.name}`, ratio(times), PROMISE, "×");
    const figure = { figure: row.figure, measured: `${measured}  (${describe(times)})` };
    yield work.isPromised === false ? figure : { ...row, ...figure };
  }
}

/**
 * @param {string} address
 * @param {string} key
 * @param {string} cookie
 * @returns {Doors}
 */
function open(address, key, cookie) {
  return {
    async api(method, path, body) {
      const answer = await fetch(`${address}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${key}`, ...(body && { "Content-Type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      const read = await answer.json();
      if (!answer.ok) throw new Error(`${method} ${path} responds with ${answer.status}: ${JSON.stringify(read)}`);
      const [, remaining, seconds] = /r=(\d+);t=(\d+)/.exec(answer.headers.get("RateLimit") ?? "") ?? [];
      if (Number(remaining) < 5) await sleep(Number(seconds) * 1_000);
      return read;
    },
    async firstBytes(path) {
      const answer = await fetch(address + path, { headers: { Cookie: cookie } });
      if (answer.status !== 200) throw new Error(`${path} responds with ${answer.status}`);
      const reader = /** @type {ReadableStream<Uint8Array>} */ (answer.body).getReader();
      await reader.read();
      await reader.cancel();
    },
  };
}
