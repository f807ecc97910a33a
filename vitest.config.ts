import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { clusterTests } from "./tests/support/cluster/coverage.ts";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": at("./app"), "#prisma": at("./prisma/generated/client.ts") } };
const setupFiles = ["tests/support/slot.ts", "tests/support/console.ts"];

// A worker that keeps its modules loads them once for all files, which halves the time of most tests. Tests that mock a
// module are excluded.
const files = ["db", "jobs", "cli", "http"].flatMap((folder) =>
  fs
    .readdirSync(at(`./tests/${folder}`), { encoding: "utf8", recursive: true })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => `tests/${folder}/${name}`),
);
const needsOwn = /\bvi\.mock\(/;
const isAlone = (file: string) => needsOwn.test(fs.readFileSync(at(`./${file}`), "utf8"));
const alone = files.filter(isAlone);
const shared = files.filter((file) => !alone.includes(file));

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
          maxWorkers: 2,
          // A worker loads a module once for all its files, in half the time. So unit tests must not mock modules.
          isolate: false,
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
      database("db", shared, false),
      database("db-alone", alone, true),
      ...(process.env["TEST_CITUS_URL"] ? [onCluster()] : []),
    ],
  },
});

/** Returns the project of tests on a real PostgreSQL. */
function database(name: string, include: string[], isolate: boolean): TestProjectInlineConfiguration {
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
  const { resolve, test } = database("cluster", Object.keys(clusterTests), false);
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
