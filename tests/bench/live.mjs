// P7: the time until a change is visible in another open browser, while 200 pages listen.
import http from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, loadSetup, median, percentile } from "./measure.mjs";

const LISTENERS = 200;
/** A session has at most six streams, and the browser uses one of them. */
const OF_A_SESSION = 5;
const ROUNDS = 30;
const PROMISE_MS = 300;
/** Bursts of changes are shown once a second; these are single changes. */
const BETWEEN_MS = 1_200;

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {Promise<import("./run.mjs").Row[]>}
 */
export async function measureLive(shared) {
  const world = await shared.world();
  const org = await shared.org("small");
  const { address } = await shared.server();
  /** @type {typeof import("./browser-setup")} */
  const { openBrowser } = await loadSetup("browser-setup");
  const cookie = () => world.signIn(org.ownerId, "staff", org.orgId);
  /** @type {ReturnType<typeof listen>[]} */
  const listeners = [];
  while (listeners.length < LISTENERS) {
    const own = await cookie();
    for (let count = 0; count < OF_A_SESSION; count++) listeners.push(listen(address, own));
  }
  const { page, close } = await openBrowser(address, await cookie());
  try {
    await page.goto("/leads");
    await page.waitForFunction(() => document.documentElement.dataset["live"] === "joined");
    while (!listeners.every(({ events }) => events.joined > 0)) await sleep(20);
    const writer = await cookie();
    /** @type {number[]} */
    const times = [];
    for (let round = 0; round < ROUNDS; round++) {
      await sleep(BETWEEN_MS);
      const company = `Live ${Date.now()}`;
      const from = performance.now();
      const shown = page.getByText(company).first().waitFor();
      await add(address, writer, company);
      await shown;
      times.push(performance.now() - from);
    }
    while (!listeners.every(({ events }) => events.changed >= ROUNDS)) await sleep(20);
    return [
      atMost(`P7 change in another browser, ${LISTENERS} listeners, median`, median(times), PROMISE_MS, "ms"),
      { figure: "P7 the same, p95", measured: `${percentile(times, 0.95).toFixed(0)} ms` },
    ];
  } finally {
    await close();
    for (const { end } of listeners) end();
  }
}

/**
 * Opens a page that only listens.
 * @param {string} address
 * @param {string} cookie
 */
function listen(address, cookie) {
  const events = { joined: 0, changed: 0 };
  const headers = { Accept: "text/event-stream", Cookie: cookie };
  const request = http.get(`${address}/live`, { headers, agent: false }, (response) => {
    response.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
      for (const name of /** @type {const} */ (["joined", "changed"]))
        events[name] += text.split(`event: ${name}\n`).length - 1;
    });
  });
  request.on("error", () => {});
  return { events, end: () => request.destroy() };
}

/**
 * @param {string} address
 * @param {string} cookie
 * @param {string} company
 */
async function add(address, cookie, company) {
  const contact = { company_name: company, contact_person: "X", email: "x@example.com" };
  const answer = await fetch(`${address}/leads/new`, {
    method: "POST",
    headers: { Cookie: cookie, Origin: address },
    body: new URLSearchParams(contact),
    redirect: "manual",
  });
  if (answer.status !== 302) throw new Error(`a new lead responds with ${answer.status}`);
}
