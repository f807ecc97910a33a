/** @typedef {"passed" | "failed" | "skipped" | "flaky"} Outcome flaky: passed, but not at the first attempt */
/**
 * A message of a test runner to tests/run.mjs: the number of parts (files or tests) it will run, progress, the result
 * of a test, or its end.
 * @typedef {{ planned?: number, done?: number, test?: string, outcome?: Outcome, message?: string, ended?: true }}
 * Report
 */

/** @param {Report} what */
export function report(what) {
  process.send?.(what);
}
