import { report } from "./report.mjs";
/** @import { Reporter, TestCase, TestModule } from "vitest/node" */
/** @import { SerializedError } from "vitest" */

/**
 * Reports the result of each Vitest test.
 * @implements {Reporter}
 */
export default class {
  /** @param {readonly unknown[]} files */
  onTestRunStart(files) {
    report({ planned: files.length });
  }

  /** @param {TestCase} test */
  onTestCaseResult(test) {
    const result = test.result();
    const errors = result.errors ?? [];
    report({
      test: `${test.module.relativeModuleId} › ${test.fullName}`,
      outcome: test.diagnostic()?.flaky ? "flaky" : result.state === "pending" ? "skipped" : result.state,
      message: messageOf(errors),
    });
  }

  /** @param {TestModule} file */
  onTestModuleEnd(file) {
    // Errors of loading a file and of hooks belong to no test.
    const errors = [file, ...file.children.allSuites()].flatMap((one) => one.errors());
    if (errors.length > 0) fail(file.relativeModuleId, errors);
    report({ done: 1 });
  }

  /**
   * @param {readonly unknown[]} _files
   * @param {readonly SerializedError[]} errors outside of tests
   */
  onTestRunEnd(_files, errors) {
    if (errors.length > 0) fail("outside of the tests", errors);
    report({ ended: true });
  }
}

/** @param {string} test @param {readonly { stack?: string, message: string }[]} errors */
const fail = (test, errors) => report({ test, outcome: "failed", message: messageOf(errors) });

/** @param {readonly { stack?: string, message: string, diff?: string }[]} errors */
const messageOf = (errors) =>
  errors.map(({ stack, message, diff }) => [stack ?? message, diff].filter(Boolean).join("\n")).join("\n");
