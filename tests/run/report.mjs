/** @typedef {"passed" | "failed" | "skipped" | "flaky"} Outcome flaky: passed, but not at the first try */
/**
 * What a test runner tells tests/run.mjs: how many parts it will run (files or tests), that some are done, what became
 * of a test, and that it has come to its end.
 * @typedef {{ planned?: number, done?: number, test?: string, outcome?: Outcome, message?: string, ended?: true }}
 * Report
 */

/** @param {Report} what */
export function report(what) {
  process.send?.(what);
}
