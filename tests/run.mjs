// npm test: everything that has to hold, in one run, with one line of result at the end.
// An argument runs one stage only: types, lint, unit, db or e2e.
import { spawn } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const root = path.dirname(import.meta.dirname);
const reports = path.join(root, "node_modules/.cache");

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** What failed, named once more at the end: far up in a long output nobody finds it. @type {string[]} */
const failures = [];

/** @type {import("node:child_process").ChildProcess | undefined} */
let running;
/** @type {NodeJS.Signals | undefined} */
let interruption;

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"])) {
  process.on(signal, () => {
    interruption ??= signal;
    // Of these, Playwright ends its web server and browser only upon SIGINT.
    if (running) running.kill("SIGINT");
    else exitInterrupted();
    setTimeout(exitInterrupted, 20_000);
  });
}

/** @returns {never} */
function exitInterrupted() {
  try {
    // What the child has left of its process group: Vitest does not wait for its workers.
    if (running?.pid) process.kill(-running.pid, "SIGKILL");
  } catch {
    // Nothing is left.
  }
  process.exit(128 + os.constants.signals[interruption ?? "SIGTERM"]);
}

/**
 * Runs a program of node_modules, or a script of ours, to its end.
 * @param {string[]} args file below the project's root, and its arguments
 * @param {Record<string, string>} [env] added to the environment
 * @returns {Promise<number>} its exit code; 1 when a signal ended it
 */
async function node(args, env = {}) {
  const [file = "", ...rest] = args;
  console.log(`\n> node ${args.join(" ")}`);
  // In a process group of its own, the terminal's Ctrl-C reaches it once, from here, and not twice.
  const child = spawn(process.execPath, [path.join(root, file), ...rest], {
    cwd: root,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, ...env },
    detached: true,
  });
  running = child;
  const code = await new Promise((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (status) => resolve(status ?? 1));
  });
  if (interruption) exitInterrupted();
  running = undefined;
  return code;
}

/**
 * @param {string[]} args
 * @returns {Promise<Count>} one, passed or failed
 */
async function check(...args) {
  const ok = (await node(args)) === 0;
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
          if (status === "failed") named(path.relative(root, name), fullName, failureMessages.join("\n"));
        }
      }
      for (const { name, message } of broken)
        named(path.relative(root, name), "could not be loaded", message);
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
        PLAYWRIGHT_JSON_OUTPUT_FILE: report,
      }),
    ({ stats, suites }) => {
      suites.forEach(namedOfSuite);
      return { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped };
    },
  );

/** @param {any} suite of Playwright's report, with the suites within it */
function namedOfSuite(suite) {
  for (const { ok, file, title, tests } of suite.specs ?? []) {
    if (!ok) named(file, title, tests[0]?.results.at(-1)?.error?.message ?? "");
  }
  suite.suites?.forEach(namedOfSuite);
}

/**
 * Keeps a failed test for the list at the end.
 * @param {string} file
 * @param {string} title
 * @param {string} message its first lines are shown
 */
function named(file, title, message) {
  failures.push([`${file} › ${title}`, ...message.split("\n").slice(0, 12)].join("\n    "));
}

/** The Prisma client is generated code: the types and the tests need it before anything is built. */
async function client() {
  const schema = fs.statSync(path.join(root, "prisma/schema.prisma")).mtimeMs;
  const generated = fs.statSync(path.join(root, "prisma/generated/client.ts"), { throwIfNoEntry: false });
  if (generated && generated.mtimeMs >= schema) return [];
  const result = await check("prisma/generate.mjs");
  return result.failed > 0 ? [result] : [];
}

async function types() {
  return [...(await client()), await check("node_modules/typescript/bin/tsc")];
}

async function lint() {
  return [
    await check("node_modules/eslint/bin/eslint.js", ".", "--max-warnings", "0"),
    await check("node_modules/prettier/bin/prettier.cjs", "--check", "--log-level", "warn", "."),
  ];
}

async function e2e() {
  const build = await check("cli/build.mjs");
  return build.failed > 0 ? [build] : [build, await playwright()];
}

async function all() {
  const counts = [...(await types()), ...(await lint())];
  const build = await check("cli/build.mjs");
  counts.push(build, await vitest());
  if (build.failed === 0) counts.push(await playwright());
  else console.error("The browser tests did not run, as the build failed.");
  return counts;
}

/** @type {Record<string, () => Promise<Count[]>>} */
const stages = {
  types,
  lint,
  unit: async () => [...(await client()), await vitest("--project", "unit")],
  db: async () => [...(await client()), await vitest("--project", "db")],
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
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = sum("failed") > 0 || sum("passed") === 0 ? 1 : 0;
