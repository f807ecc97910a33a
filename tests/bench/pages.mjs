// P2: every list page and summary of an organization with a million leads and of one with a thousand, in turn.
import { atMost, percentile } from "./measure.mjs";
import { listPages } from "./page-list.mjs";

const WARM_UP = 10;
const ROUNDS = 60;
const PROMISE = 1.5;
/** Rounds for a page that seems to break its promise, to exclude noise. */
const SECOND_LOOK = 120;

/** @typedef {"small" | "big"} Size */
/** @typedef {Record<Size, number[]>} Times */

/**
 * @param {import("./world.mjs").Shared} shared
 * @returns {AsyncGenerator<import("./run.mjs").Row>}
 */
export async function* measurePages(shared) {
  const orgs = { small: await shared.org("small"), big: await shared.org("big") };
  const { address } = await shared.server();
  if (orgs.big.seconds !== null) {
    yield { figure: "P2 creating the big organization", measured: `${orgs.big.seconds.toFixed(0)} s` };
  }
  for (const page of listPages) {
    const visits = /** @type {Record<Size, Visit>} */ ({});
    for (const size of sizes) visits[size] = await findPage(address, orgs[size], page);
    const { small, big } = visits;
    const missing = small.missing ?? big.missing;
    if (missing) {
      yield { figure: `P2 ${page.name}`, measured: missing, promise: "a page", kept: false };
      continue;
    }
    let times = await visit(visits, WARM_UP, ROUNDS);
    if (ratio(times) > PROMISE) times = await visit(visits, 0, SECOND_LOOK);
    const { measured, ...row } = atMost(`P2 ${page.name}`, ratio(times), PROMISE, "×");
    yield {
      ...row,
      measured: `${measured}  (${describe(times)}; rows ${small.rows} : ${big.rows})`,
    };
  }
}

export const sizes = /** @type {Size[]} */ (["small", "big"]);
/** @param {Times} times */
export const ratio = (times) => percentile(times.big, 0.95) / percentile(times.small, 0.95);

/** @param {Times} times */
export function describe(times) {
  const of = (/** @type {Size} */ size) =>
    [0.5, 0.95].map((share) => percentile(times[size], share).toFixed(0)).join("/");
  return `p50/p95 ${of("small")} : ${of("big")} ms`;
}

/** @typedef {{ url: string, cookie: string, rows: number, missing?: string }} Visit */

/**
 * Returns the URL of a page in an organization, and its number of rows.
 * @param {string} server
 * @param {import("./world-setup").BenchOrg} org
 * @param {import("./page-list.mjs").ListPage} page
 * @returns {Promise<Visit>}
 */
async function findPage(server, org, page) {
  const cookie = org.cookies[page.as ?? "staff"];
  let url = server + page.path.replaceAll(":affiliate", org.busyAffiliate);
  const missing = (/** @type {string} */ why) => ({ url, cookie, rows: 0, missing: why });
  let answer = await get(url, cookie);
  if (answer.status !== 200) return missing(`responds with ${answer.status}`);
  if (page.onward) {
    const next = /href="([^"]*[?&;]cursor=on[^"]*)"/.exec(answer.body)?.[1];
    if (!next) return missing("no next page");
    url = server + next.replaceAll("&amp;", "&");
    answer = await get(url, cookie);
    if (answer.status !== 200) return missing(`its next page responds with ${answer.status}`);
  }
  if (page.into) {
    const link = page.into.exec(answer.body)?.[1];
    if (!link) return missing("no such link");
    url = server + link;
    answer = await get(url, cookie);
    if (answer.status !== 200) return missing(`the page behind it responds with ${answer.status}`);
  }
  if (page.shows && !answer.body.includes(page.shows)) return missing(`does not show "${page.shows}"`);
  // Table rows, lead cards and list entries.
  const rows = answer.body.match(/<(tr|article|li)[\s>]/g)?.length ?? 0;
  return { url, cookie, rows };
}

/**
 * @param {Record<Size, Visit>} visits
 * @param {number} warmUp
 * @param {number} rounds
 */
async function visit(visits, warmUp, rounds) {
  /** @type {Times} */
  const times = { small: [], big: [] };
  for (let round = -warmUp; round < rounds; round++) {
    for (const size of round % 2 === 0 ? sizes : sizes.toReversed()) {
      const { url, cookie } = visits[size];
      const from = performance.now();
      const { status } = await get(url, cookie);
      if (status !== 200) throw new Error(`${url} responds with ${status}`);
      if (round >= 0) times[size].push(performance.now() - from);
    }
  }
  return times;
}

/**
 * @param {string} url
 * @param {string} cookie
 */
async function get(url, cookie) {
  const response = await fetch(url, {
    headers: { Cookie: cookie, "Accept-Language": "de" },
    redirect: "manual",
    signal: AbortSignal.timeout(60_000),
  });
  return { status: response.status, body: await response.text() };
}
