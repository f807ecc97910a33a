import { fileURLToPath } from "node:url";
import { clusterTests } from "./tests/support/cluster/coverage.ts";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": at("./app"), "#prisma": at("./prisma/generated/client.ts") } };
const setupFiles = ["tests/support/slot.ts", "tests/support/console.ts"];

// A worker loads a module once for all its files, in half the time. So tests must not mock modules; they spy on exports.
const isolate = false;

export default defineConfig({
  resolve,
  test: {
    maxWorkers: 2,
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["app/**/*.test.{ts,tsx}", "jobs/**/*.test.ts", "cli/**/*.test.ts", "tests/*.test.ts"],
          setupFiles,
          isolate,
          maxWorkers: 2,
          // Long enough that only hanging tests fail, even on a busy machine.
          testTimeout: 30_000,
          // Behind UTC, where midnight UTC is the previous day, to reveal accidental use of the machine's time zone.
          env: {
            TZ: "America/St_Johns",
            APP_MODE: "test",
            APP_URL: "https://finderlohn.test",
            SESSION_SECRET: "a secret of the tests, long enough",
          },
        },
      },
      database("db", ["tests/{db,jobs,cli,http}/**/*.test.ts"]),
      ...(process.env["TEST_CITUS_URL"] ? [onCluster()] : []),
    ],
  },
});

/** Returns the project of tests on a real PostgreSQL. */
function database(name: string, include: string[]): TestProjectInlineConfiguration {
  return {
    resolve,
    test: {
      name,
      include,
      isolate,
      setupFiles,
      globalSetup: "tests/db/global-setup.ts",
      pool: "forks",
      maxWorkers: 2,
      testTimeout: 60_000,
      hookTimeout: 120_000,
      // Effects of other processes take longer than the default second on a busy machine.
      expect: { poll: { timeout: 15_000 } },
      // Intended failures must not fill the screen; set LOG_LEVEL=info to see them. The time zone is ahead of UTC,
      // where noon UTC is the next day; the databases use it too.
      env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent", TZ: "Pacific/Auckland" },
    },
  };
}

/** Returns the project that runs tests of the database projects on distributed databases. */
function onCluster(): TestProjectInlineConfiguration {
  const { resolve, test } = database("cluster", Object.keys(clusterTests));
  return {
    resolve,
    test: {
      ...test,
      setupFiles: [...setupFiles, "tests/support/cluster/called-functions.ts"],
      globalSetup: "tests/support/cluster/global-setup.ts",
      // A clone is made on every node.
      hookTimeout: 240_000,
      testTimeout: 180_000,
    },
  };
}
