// npm test: everything that has to hold, in one run, with one line of result at the end.
// An argument runs one stage only: types, lint, unit, db or e2e.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { isClientCurrent } from "../cli/build.mjs";

const root = path.dirname(import.meta.dirname);
const reports = path.join(root, "node_modules/.cache");

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** What failed, named once more at the end: far up in a long output nobody finds it. @type {string[]} */
const failures = [];

/** What failed at first and then passed. @type {string[]} */
const flaky = [];

/** @typedef {import("node:child_process").ChildProcess} Child */

/** Until its end has come. @type {Set<Child>} */
const running = new Set();
/** What ran when the signal came. @type {Child[]} */
let interrupted = [];
/** @type {NodeJS.Signals | undefined} */
let interruption;

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    if (interruption === undefined) interrupted = [...running];
    interruption ??= signal;
    // Of these, Playwright ends its web server and browser only upon SIGINT.
    for (const child of running) child.kill("SIGINT");
    if (running.size === 0) exitInterrupted();
    setTimeout(exitInterrupted, 20_000);
  });
}

/** @returns {never} */
function exitInterrupted() {
  for (const { pid } of interrupted) {
    try {
      // What a child has left of its process group: Vitest does not wait for its workers.
      if (pid) process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing is left.
    }
  }
  process.exit(128 + os.constants.signals[interruption ?? "SIGTERM"]);
}

/**
 * Runs a program of node_modules, or a script of ours, to its end.
 * @param {string[]} args file below the project's root, and its arguments
 * @param {{ env?: Record<string, string>, beside?: boolean }} [options] env is added to the environment; what runs
 *   beside another is shown as a whole when it has ended, so that the two do not mix
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
async function node(args, { env = {}, beside = false } = {}) {
  const [file = "", ...rest] = args;
  const title = `\n> node ${args.join(" ")}`;
  if (!beside) console.log(title);
  // In a process group of its own, the terminal's Ctrl-C reaches it once, from here, and not twice.
  const child = spawn(process.execPath, [path.join(root, file), ...rest], {
    cwd: root,
    stdio: ["ignore", beside ? "pipe" : "inherit", beside ? "pipe" : "inherit"],
    env: { ...process.env, ...env },
    detached: true,
  });
  running.add(child);
  const output = [title];
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text) => output.push(text));
  }
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (status) => resolve(status ?? 1));
  });
  running.delete(child);
  if (beside) console.log([output[0], output.slice(1).join("").trimEnd()].filter(Boolean).join("\n"));
  if (interruption && running.size === 0) exitInterrupted();
  // The last one to end exits; nothing more is started.
  if (interruption) await new Promise(() => {});
  return code;
}

/**
 * @param {string[]} args
 * @param {{ beside?: boolean }} [options]
 * @returns {Promise<Count>} one, passed or failed
 */
async function check(args, options) {
  const ok = (await node(args, options)) === 0;
  if (!ok) failures.push(`node ${args.join(" ")}`);
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0 };
}

/**
 * Runs a test runner and reads the report that it writes.
 * @param {string} name of the report
 * @param {(report: string) => Promise<number>} run
 * @param {(report: any) => Count} count
 * @returns {Promise<Count>} at least one failed when the runner crashed or ran no test
 */
async function runner(name, run, count) {
  const report = path.join(reports, `${name}.json`);
  fs.rmSync(report, { force: true });
  const code = await run(report);
  let result = { passed: 0, failed: 0, skipped: 0 };
  try {
    result = count(JSON.parse(fs.readFileSync(report, "utf8")));
  } catch {
    console.error(`${name} left no report`);
  }
  const crashed = code !== 0 && result.failed === 0;
  const idle = result.passed + result.failed === 0;
  if (crashed || idle) failures.push(`${name} ${crashed ? `ended with ${code}` : "ran no test"}`);
  return crashed || idle ? { ...result, failed: 1 } : result;
}

/** @param {string[]} options */
const vitest = (...options) =>
  runner(
    "vitest",
    (report) =>
      node([
        "node_modules/vitest/vitest.mjs",
        ...["run", "--reporter=default", "--reporter=json", `--outputFile.json=${report}`, ...options],
      ]),
    (report) => {
      /** @typedef {{ status: string, fullName: string, failureMessages: string[] }} Result */
      /** @type {{ name: string, status: string, message: string, assertionResults: Result[] }[]} */
      const files = report.testResults;
      // A file that cannot be loaded fails without any test of it failing.
      const broken = files.filter(
        (file) =>
          file.status === "failed" && file.assertionResults.every(({ status }) => status !== "failed"),
      );
      for (const { name, assertionResults } of files) {
        for (const { status, fullName, failureMessages } of assertionResults) {
          const file = path.relative(root, name);
          const message = failureMessages.join("\n");
          if (status === "failed") failures.push(named(file, fullName, message));
          // Vitest keeps the messages of the tries before the one that passed.
          else if (message !== "") flaky.push(named(file, fullName, message));
        }
      }
      for (const { name, message } of broken)
        failures.push(named(path.relative(root, name), "could not be loaded", message));
      return {
        passed: report.numPassedTests,
        failed: report.numFailedTests + broken.length,
        skipped: report.numPendingTests + report.numTodoTests,
      };
    },
  );

const playwright = () =>
  runner(
    "playwright",
    (report) =>
      node(["node_modules/@playwright/test/cli.js", "test", "--reporter=line,json"], {
        env: { PLAYWRIGHT_JSON_OUTPUT_FILE: report },
      }),
    ({ stats, suites }) => {
      suites.forEach(namedOfSuite);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );

/** @param {any} suite of Playwright's report, with the suites within it */
function namedOfSuite(suite) {
  for (const { ok, file, title, tests } of suite.specs ?? []) {
    /** @type {{ error?: { message?: string } }[]} */
    const results = tests.flatMap((/** @type {{ results: object[] }} */ { results }) => results);
    const message = results.findLast(({ error }) => error)?.error?.message ?? "";
    if (!ok) failures.push(named(file, title, message));
    else if (message !== "") flaky.push(named(file, title, message));
  }
  suite.suites?.forEach(namedOfSuite);
}

/**
 * A failed test for the list at the end.
 * @param {string} file
 * @param {string} title
 * @param {string} message its first lines are shown
 */
function named(file, title, message) {
  const lines = message.split("\n").slice(0, 12);
  // A message may quote a whole page in one line.
  return [`${file} › ${title}`, ...lines.map((line) => line.slice(0, 400))].join("\n    ");
}

/** The Prisma client is generated code: the types and the tests need it, and nothing may make it while they run. */
async function client() {
  return isClientCurrent() ? [] : [await check(["prisma/generate.mjs"])];
}

/** @param {{ beside?: boolean }} [options] */
const types = (options) => check(["node_modules/typescript/bin/tsc"], options);

/** @param {{ beside?: boolean }} [options] */
async function lint(options) {
  return [
    await check(["node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"], options),
    await check(["node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."], options),
  ];
}

const build = () => check(["cli/build.mjs"]);

async function e2e() {
  const built = await build();
  return built.failed > 0 ? [built] : [built, await playwright()];
}

async function tests() {
  const counts = [await build(), await vitest()];
  if (counts[0]?.failed === 0) counts.push(await playwright());
  else console.error("The browser tests did not run, as the build failed.");
  return counts;
}

/** What needs a compiler only runs beside the tests, which often wait for a database. */
async function all() {
  const generated = await client();
  const beside = async () => [await types({ beside: true }), ...(await lint({ beside: true }))];
  return [...generated, ...(await Promise.all([tests(), beside()])).flat()];
}

/** @type {Record<string, () => Promise<Count[]>>} */
const stages = {
  types: async () => [...(await client()), await types()],
  lint,
  unit: async () => [...(await client()), await vitest("--project", "unit")],
  db: async () => [...(await client()), await vitest("--project", "db*")],
  e2e,
};

const stage = process.argv[2];
const run = stage === undefined ? all : stages[stage];
if (!run) {
  console.error(`Unknown stage ${stage}. Known: ${Object.keys(stages).join(", ")}.`);
  process.exit(2);
}
fs.mkdirSync(reports, { recursive: true });
const counts = await run();
const sum = (/** @type {keyof Count} */ key) => counts.reduce((total, count) => total + count[key], 0);
const skipped = sum("skipped");
for (const failure of failures) console.log(`\nfailed: ${failure}`);
for (const test of flaky) console.log(`\nflaky: ${test}`);
// Their names once more: whoever keeps only the end of the output is to see them.
const names = failures.map((failure) => failure.split("\n", 1)[0]);
if (names.length > 0) console.log(["", ...names].join("\nfailed: "));
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;
