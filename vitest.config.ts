import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": at("./app"), "#prisma": at("./prisma/generated/client.ts") } };
const setupFiles = ["tests/support/console.ts"];

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
        },
      },
      {
        resolve,
        test: {
          name: "db",
          include: ["tests/{db,jobs,cli}/**/*.test.ts"],
          setupFiles,
          globalSetup: "tests/db/global-setup.ts",
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          // What another process does takes longer than the default second on a machine that is busy.
          expect: { poll: { timeout: 15_000 } },
          // What fails on purpose in a test is not to fill the screen; LOG_LEVEL=info shows it.
          env: { LOG_LEVEL: process.env["LOG_LEVEL"] ?? "silent" },
        },
      },
    ],
  },
});
