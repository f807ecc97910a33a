// P8: the time until the app is ready with demo data, and its memory afterwards.
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { atMost, freePort, isOk, median, residentMebibytes, root, temporaryDirectory } from "./measure.mjs";

const LATER_STARTS = 3;
const IDLE_MS = 5_000;
const PATIENCE_MS = 240_000;
/** Files that an installed checkout does not have, or that do not belong to the app. */
const left = ["node_modules", "build", ".data", ".git", ".env", "test-results", "playwright-report"];

/** @typedef {{ seconds: number, mebibytes: number, stop: number }} Start */

/** @returns {Promise<import("./run.mjs").Row[]>} */
export async function measureStart() {
  const home = temporaryDirectory();
  try {
    const checkout = copyCheckout(home);
    const first = await start(checkout, home);
    /** @type {Start[]} */
    const later = [];
    while (later.length < LATER_STARTS) later.push(await start(checkout, home));
    const middle = (/** @type {keyof Start} */ key) => median(later.map((one) => one[key]));
    return [
      atMost("P8 first start (builds, seeds)", first.seconds, 12, "s"),
      atMost(`P8 later start, median of ${LATER_STARTS}`, middle("seconds"), 1.5, "s"),
      atMost("P8 memory idle, later start", middle("mebibytes"), 200, "MiB"),
      atMost("P8 memory idle, first start", first.mebibytes, 200, "MiB"),
      atMost("J3 end upon SIGTERM, slowest", Math.max(first.stop, ...later.map(({ stop }) => stop)), 10, "s"),
    ];
  } finally {
    fs.rmSync(home, { recursive: true, force: true });
  }
}

/**
 * Copies the checkout as after `npm ci`, so that the user's build stays unchanged.
 * @param {string} home
 */
function copyCheckout(home) {
  const checkout = path.join(home, "checkout");
  fs.mkdirSync(checkout);
  for (const name of fs.readdirSync(root)) {
    if (!left.includes(name)) fs.cpSync(path.join(root, name), path.join(checkout, name), { recursive: true });
  }
  fs.symlinkSync(path.join(root, "node_modules"), path.join(checkout, "node_modules"));
  return checkout;
}

/**
 * Starts the app, waits until it is ready, requests a page, lets it idle, and stops it.
 * @param {string} checkout
 * @param {string} home
 * @returns {Promise<Start>}
 */
async function start(checkout, home) {
  const port = await freePort();
  /** @type {any} Isolated from the user's settings. */
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    DATA_DIR: path.join(home, "data"),
    PORT: String(port),
    APP_MODE: "demo",
    LOG_LEVEL: "warn",
  };
  const from = performance.now();
  const child = spawn(process.execPath, ["cli/bin.mjs", "start"], {
    cwd: checkout,
    stdio: ["ignore", "pipe", "pipe"],
    env,
  });
  let printed = "";
  let complaints = "";
  child.stdout.on("data", (data) => (printed += data));
  child.stderr.on("data", (data) => (complaints += data));
  const ended = once(child, "exit");
  try {
    const address = `http://localhost:${port}`;
    while (!printed.includes("Demo staff") || !(await isOk(`${address}/readyz`))) {
      if (child.exitCode !== null || performance.now() - from > PATIENCE_MS) {
        throw new Error(`start did not become ready: ${complaints.trim() || "no reason given"}`);
      }
      await sleep(20);
    }
    const seconds = (performance.now() - from) / 1000;
    if (!(await isOk(`${address}/`))) throw new Error("the landing page does not respond with 200");
    await sleep(IDLE_MS);
    const mebibytes = residentMebibytes(child.pid ?? 0);
    const signalled = performance.now();
    child.kill("SIGTERM");
    await ended;
    return { seconds, mebibytes, stop: (performance.now() - signalled) / 1000 };
  } finally {
    // A regular stop, so that the database ends too.
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
  }
}
