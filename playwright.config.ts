import path from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "./cli/postgres/ports.ts";
import { chromiumArgs, findBrowser } from "./tests/e2e/browser.ts";

// Every worker evaluates this file again, so results are passed on in the environment.
process.env.CHROMIUM_PATH ??= await findBrowser();
if (!process.env.E2E_URL) {
  process.env.E2E_PORT = String(await freePort());
  // A host name, because browsers create no passkeys for IP addresses.
  process.env.E2E_URL = `http://localhost:${process.env.E2E_PORT}`;
  process.env.E2E_WEBHOOK_PORT = String(await freePort());
}
const { CHROMIUM_PATH, E2E_PORT, E2E_URL, E2E_WEBHOOK_PORT } = process.env;

/** The app on an empty database, isolated from the developer's settings. */
const ownServer = {
  command: "rm -rf .data/e2e && exec node build/cli.mjs start",
  url: `${E2E_URL}/readyz`,
  timeout: 120_000,
  gracefulShutdown: { signal: "SIGTERM" as const, timeout: 10_000 },
  env: {
    APP_MODE: "test",
    APP_URL: E2E_URL,
    DATA_DIR: path.resolve(import.meta.dirname, ".data/e2e"),
    DATABASE_APP_URL: "",
    DATABASE_URL: "",
    HOST: "127.0.0.1",
    // Sign-ins and link uses are logged at level info; set LOG_LEVEL=info to see them.
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    NODE_ENV: "production",
    PORT: E2E_PORT ?? "",
    SESSION_SECRET: "",
    SMTP_URL: "",
    // Ahead of UTC, where noon UTC is the next day, to reveal accidental use of the server's time zone.
    TZ: "Pacific/Auckland",
    // Tests act as a proxy when they simulate many clients.
    TRUST_PROXY: "1",
    // The tests' own receiver, trusted as an operator would.
    WEBHOOK_ALLOWED_HOSTS: `http://127.0.0.1:${E2E_WEBHOOK_PORT}`,
  },
};

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // Tests share the server, but each file has its own organizations.
  workers: 2,
  // CI machines are sometimes busy. tests/run.mjs names tests that passed only at the second attempt.
  retries: process.env.CI ? 1 : 0,
  // Long enough that only hanging tests fail, even on a busy machine.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "line",
  // With a given E2E_URL, the tests run against that server.
  webServer: E2E_PORT ? ownServer : undefined,
  use: {
    baseURL: E2E_URL,
    contextOptions: { reducedMotion: "reduce" },
    // The time zone of the tests' organizations, because a calendar marks the browser's day.
    timezoneId: "Europe/Berlin",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // To see each step of a failing test: `npx playwright test --trace on`.
    launchOptions: { executablePath: CHROMIUM_PATH, args: chromiumArgs },
  },
});
