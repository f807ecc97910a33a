// npm test: runs all checks and ends with one line of result. An argument runs a part: types, lint, unit, db or e2e;
// "quick" runs what concerns the changed files.
import { spawn } from "node:child_process";
import os from "node:os";
import path from "node:path";
import { isClientCurrent } from "../cli/build.mjs";
import { secondsOfEnded, secondsOfMachine } from "./run/processor-time.mjs";
import { relatedTests } from "./run/related.mjs";
import { openSlots, takeSlot } from "./run/slots.mjs";
/** @import { ChildProcess } from "node:child_process" */
/** @import { Outcome, Report } from "./run/report.mjs" */

const root = path.dirname(import.meta.dirname);
const isTerminal = process.stdout.isTTY;

/**
 * A program to run: a file below the root and its arguments. Each test of a suite takes a slot; other stages take one
 * slot.
 * @typedef {{ name: string, args: string[], isSuite?: true }} Stage
 */
/**
 * @typedef {{ name: string, started: number, ms?: number, processorSeconds?: number, planned: number, done: number,
 *   count: Record<Outcome, number>, failed: string[], ended: boolean }} Run
 */

/** @type {Run[]} */
const runs = [];
/** Failures and flaky tests, printed again at the end, because they are lost far up in long output. @type {string[]} */
const notes = [];

const vitest = (/** @type {string[]} */ ...args) => ({
  name: "vitest",
  args: ["node_modules/vitest/vitest.mjs", "run", "--reporter=./tests/run/vitest-reporter.mjs", ...args],
  isSuite: /** @type {const} */ (true),
});
const playwright = (/** @type {string[]} */ ...args) => ({
  name: "browser",
  args: ["node_modules/@playwright/test/cli.js", "test", "--reporter=./tests/run/playwright-reporter.mjs", ...args],
  isSuite: /** @type {const} */ (true),
});
const types = { name: "types", args: ["node_modules/typescript/bin/tsc", "--checkers", "1"] };
const lint = { name: "lint", args: ["node_modules/oxlint/bin/oxlint", "--deny-warnings"] };
const format = { name: "format", args: ["node_modules/oxfmt/bin/oxfmt", "--check"] };
const build = { name: "build", args: ["cli/build.mjs"] };
/** Generates the Prisma client, which types and tests need, so nothing may generate it while they run. */
const client = { name: "client", args: ["prisma/generate.mjs"] };

/** @type {Set<ChildProcess>} */
const children = new Set();
/** @type {NodeJS.Signals | undefined} */
let interruption;
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    interruption ??= signal;
    // Playwright ends its web server and browser only on SIGINT.
    for (const child of children) child.kill("SIGINT");
    const begun = [...children];
    const exit = () => {
      // Ends leftovers of a child's process group: Vitest does not wait for its workers.
      for (const { pid } of begun) if (pid) kill(-pid);
      process.exit(128 + os.constants.signals[signal]);
    };
    setTimeout(exit, 20_000);
    void Promise.all(begun.map((child) => new Promise((ended) => child.once("close", ended)))).then(exit);
  });
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}

/**
 * Runs a stage.
 * @param {Stage} stage
 * @returns {Promise<Run>}
 */
async function run({ name, args, isSuite }) {
  const giveBack = isSuite ? () => {} : await takeSlot();
  // After a signal no stage is started.
  if (interruption) await new Promise(() => {});
  const count = { passed: 0, failed: 0, skipped: 0, flaky: 0 };
  /** @type {Run} */
  const state = { name, started: performance.now(), planned: 0, done: 0, count, failed: [], ended: !isSuite };
  runs.push(state);
  const [file = "", ...rest] = args;
  const child = spawn(process.execPath, [path.join(root, file), ...rest], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    // A separate process group, so that the terminal's Ctrl-C reaches the child only once, through this process.
    detached: true,
  });
  children.add(child);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding("utf8").on("data", (text) => (output += text));
  child.on("message", (message) => take(state, /** @type {Report} */ (message)));
  child.once("exit", () => (state.processorSeconds = secondsOfEnded()));
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (status) => resolve(status ?? 1));
  });
  children.delete(child);
  giveBack();
  if (interruption) await new Promise(() => {});
  state.ms = performance.now() - state.started;
  const isWrong = code !== 0 || !state.ended || (isSuite && count.passed + count.failed === 0);
  if (!isSuite) count[isWrong ? "failed" : "passed"] = 1;
  // A runner that crashed or ran no test counts as failed, regardless of its tests.
  if (isWrong && (!isSuite || count.failed === 0)) {
    if (isSuite) count.failed = 1;
    note(`failed: node ${args.join(" ")} (exit code ${code})`);
  }
  if (isWrong) print(output.trimEnd());
  return state;
}

/**
 * Runs Vitest. If CI is set, a few files with failures run once more, as a whole, because tests build on what earlier
 * tests of their file have left. What passes then is flaky.
 * @param {Stage} stage
 */
async function runVitest(stage) {
  const first = await run(stage);
  const files = new Set(first.failed.map((test) => test.split(" › ", 1)[0] ?? ""));
  if (!process.env.CI || files.size === 0 || files.size > 5) return;
  const second = await run({ ...vitest(...files), name: "again" });
  // After a crash nothing is known of them.
  const isWhole = second.ended && second.count.passed > 0;
  for (const test of first.failed.filter((one) => isWhole && !second.failed.includes(one))) {
    first.count.failed -= 1;
    first.count.flaky += 1;
    notes[notes.indexOf(`failed: ${test}`)] = `flaky: ${test}`;
  }
  // These tests are counted already, except those that failed only now.
  const late = second.failed.filter((test) => !first.failed.includes(test)).length;
  second.count = { passed: 0, failed: late, skipped: 0, flaky: 0 };
}

/** @param {Run} state @param {Report} report of its runner */
function take(state, { planned = 0, done = 0, test, outcome, message = "", ended }) {
  state.planned += planned;
  state.done += done;
  state.ended ||= Boolean(ended);
  if (!test || !outcome) return;
  state.count[outcome] += 1;
  if (outcome === "failed") state.failed.push(test);
  // A message may quote a whole page in one line.
  const lines = message
    .split("\n")
    .slice(0, 30)
    .map((line) => line.slice(0, 400));
  if (outcome === "failed" || outcome === "flaky") note([`${outcome}: ${test}`, ...lines].join("\n    "));
}

/** @param {string} text shown at once; its first line again at the end */
function note(text) {
  notes.push(text.split("\n", 1)[0] ?? "");
  print(`\n${text}\n`);
}

/** @param {string} text a line, or several, above the one that shows how far the run is */
const print = (text) => console.log(isTerminal ? `\r\u001b[K${text}` : text);

/** @param {number} ms */
const clock = (ms) => `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, "0")}`;

/** Returns the progress of the run in one line. */
function progress() {
  const parts = runs.map(({ name, ms, planned, done, count }) => {
    const wrong = count.failed > 0 ? `, ${count.failed} failed` : "";
    if (ms !== undefined) return `${name} ${count.failed > 0 ? "failed" : "done"}${wrong}`;
    return planned > 0 ? `${name} ${done}/${planned}, ${count.passed} passed${wrong}` : `${name} …`;
  });
  return `${clock(performance.now())}  ${parts.join(" · ")}`;
}

/** Runs stages in sequence, even if one fails. @param {Stage[]} stages */
async function inOrder(...stages) {
  for (const stage of stages) await run(stage);
}

/** @param {Stage[]} suites all need what is built, and nothing builds beside them */
async function built(...suites) {
  const { count } = await run(build);
  if (count.failed > 0) return;
  await Promise.all(suites.map((suite) => (suite.name === "vitest" ? runVitest(suite) : run(suite))));
}

const withClient = async () => isClientCurrent() || run(client);

/** @type {Record<string, () => Promise<unknown>>} */
const parts = {
  all: () => Promise.all([built(vitest(), playwright()), inOrder(lint, format, types)]),
  nightly: () => {
    process.env.NIGHTLY = "1";
    return parts.all?.() ?? Promise.resolve();
  },
  types: () => run(types),
  lint: () => inOrder(lint, format),
  unit: () => runVitest(vitest("--project", "unit")),
  db: () => built(vitest("--project", "db")),
  e2e: () => built(playwright()),
  quick: () =>
    Promise.all([
      built(vitest(...relatedTests(print)), playwright("journey", "--grep", "with JavaScript")),
      run(types),
    ]),
};

const [part = "all", ...unknown] = process.argv.slice(2);
const start = parts[part];
if (!start || unknown.length > 0) {
  console.error(`Unknown: ${[part, ...unknown].join(" ")}. Use ${Object.keys(parts).join(", ")}.`);
  process.exit(2);
}
const machineBefore = secondsOfMachine();
await openSlots();
const ticking = setInterval(
  () =>
    isTerminal
      ? process.stdout.write(`\r\u001b[K${progress().slice(0, process.stdout.columns - 1)}`)
      : print(progress()),
  isTerminal ? 1_000 : 20_000,
);
await withClient();
await start();
clearInterval(ticking);

const sum = (/** @type {Outcome} */ key) => runs.reduce((total, { count }) => total + count[key], 0);
print("");
const row = (/** @type {string[]} */ ...cells) =>
  print(cells.map((cell, index) => (index < 2 ? cell.padEnd(8) : cell.padStart(8))).join("  "));
row("stage", "from", "minutes", "CPU s", "tests");
for (const { name, started, ms = 0, processorSeconds = NaN, count } of runs) {
  const tests = Object.entries(count).filter(([, number]) => number > 0);
  const seconds = Number.isNaN(processorSeconds) ? "" : processorSeconds.toFixed(0);
  row(name, clock(started), clock(ms), seconds, tests.map(([key, number]) => `${number} ${key}`).join(", "));
}
row(
  "machine",
  "0:00",
  clock(performance.now()),
  (secondsOfMachine() - machineBefore).toFixed(0),
  "with PostgreSQL and other programs",
);
if (notes.length > 0) print(["", ...notes].join("\n"));
const [passed, failed, skipped] = [sum("passed") + sum("flaky"), sum("failed"), sum("skipped")];
print(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
