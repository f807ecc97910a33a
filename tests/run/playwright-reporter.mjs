import { report } from "./report.mjs";
/** @import { Reporter, Suite, TestCase, TestError, TestResult } from "@playwright/test/reporter" */

/**
 * Reports the result of each Playwright test.
 * @implements {Reporter}
 */
export default class {
  /** @param {unknown} _config @param {Suite} suite */
  onBegin(_config, suite) {
    report({ planned: suite.allTests().length });
  }

  /**
   * @param {TestCase} test
   * @param {TestResult} result
   */
  onTestEnd(test, { retry, status }) {
    const isTriedAgain = retry < test.retries && status !== "passed" && status !== "skipped";
    if (isTriedAgain) return;
    const { file } = test.location;
    const outcome = test.outcome();
    report({
      test: `${file.slice(file.indexOf("tests/"))} › ${test.title}`,
      outcome: outcome === "expected" ? "passed" : outcome === "unexpected" ? "failed" : outcome,
      // Of all attempts, because the last one of a flaky test has no errors.
      message: test.results
        .flatMap(({ errors }) => errors)
        .map(({ stack, message }) => stack ?? message ?? "")
        .join("\n"),
    });
    report({ done: 1 });
  }

  /** @param {TestError} error outside of tests */
  onError({ stack, message }) {
    report({ test: "outside of the tests", outcome: "failed", message: stack ?? message ?? "" });
  }

  onEnd() {
    report({ ended: true });
  }

  /** The runner prints the results. */
  printsToStdio() {
    return false;
  }
}
