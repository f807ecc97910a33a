import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type TestProjectInlineConfiguration } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": at("./app"), "#prisma": at("./prisma/generated/client.ts") } };
const setupFiles = ["tests/support/slot.ts", "tests/support/console.ts"];

// A worker that keeps its modules loads them once for all files, which takes half of the time of most. Not for tests
// that mock a module.
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
          // A worker loads a module once for all its files, in half the time. So no unit test may mock a module.
          isolate: false,
          // Only what hangs is to fail by it, on a busy machine too.
          testTimeout: 30_000,
          // Behind UTC, where midnight UTC is the day before: what uses the machine's zone by mistake shows it.
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
    ],
  },
});

/** Tests on a real PostgreSQL. */
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
      // The machines of CI are busy now and then. tests/run.mjs names what passed only at the second try.
      retry: process.env["CI"] ? 1 : 0,
      // What another process does takes longer than the default second on a machine that is busy.
      expect: { poll: { timeout: 15_000 } },
      // What fails on purpose in a test is not to fill the screen; LOG_LEVEL=info shows it.
      // Ahead of UTC, where noon UTC is the next day; the databases are in that zone too.
      env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent", TZ: "Pacific/Auckland" },
    },
  };
}
