import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const resolve = { alias: { "~": at("./app"), "#prisma": at("./prisma/generated/client.ts") } };

export default defineConfig({
  resolve,
  test: {
    projects: [
      {
        resolve,
        test: {
          name: "unit",
          include: ["app/**/*.test.{ts,tsx}", "jobs/**/*.test.ts", "cli/**/*.test.ts", "tests/*.test.ts"],
        },
      },
      {
        resolve,
        test: {
          name: "db",
          include: ["tests/{db,jobs,cli}/**/*.test.ts"],
          globalSetup: "tests/db/global-setup.ts",
          pool: "forks",
          maxWorkers: 2,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
