import path from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "./cli/postgres/ports.ts";
import { chromiumArgs, findBrowser } from "./tests/e2e/browser.ts";

// Every worker evaluates this file again: what is found out once is handed on in the environment.
process.env.CHROMIUM_PATH ??= await findBrowser();
if (!process.env.E2E_URL) {
  process.env.E2E_PORT = String(await freePort());
  // By its name: browsers make no passkeys for an IP address.
  process.env.E2E_URL = `http://localhost:${process.env.E2E_PORT}`;
  process.env.E2E_WEBHOOK_PORT = String(await freePort());
}
const { CHROMIUM_PATH, E2E_PORT, E2E_URL, E2E_WEBHOOK_PORT } = process.env;

/** The app on an empty database; nothing of the developer's own settings gets through to it. */
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
    // Each sign-in and each use of a link is a line of the log; LOG_LEVEL=info shows them.
    LOG_LEVEL: process.env.LOG_LEVEL ?? "warn",
    NODE_ENV: "production",
    PORT: E2E_PORT ?? "",
    SESSION_SECRET: "",
    SMTP_URL: "",
    // Ahead of UTC, where noon UTC is the next day: what uses the server's zone by mistake shows it.
    TZ: "Pacific/Auckland",
    // The tests stand in for a proxy where they play many people at once.
    TRUST_PROXY: "1",
    // The tests' own receiver, vouched for as an operator would.
    WEBHOOK_ALLOWED_HOSTS: `http://127.0.0.1:${E2E_WEBHOOK_PORT}`,
  },
};

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  // Tests share the server, and each file has organisations of its own.
  workers: 2,
  // The machines of CI are busy now and then. tests/run.mjs names what passed only at the second try.
  retries: process.env.CI ? 1 : 0,
  // Only what hangs is to fail by them, on a busy machine too.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "line",
  // With E2E_URL given, the tests run against that address.
  webServer: E2E_PORT ? ownServer : undefined,
  use: {
    baseURL: E2E_URL,
    contextOptions: { reducedMotion: "reduce" },
    // Where the organisations of the tests are: a calendar marks the day of the browser.
    timezoneId: "Europe/Berlin",
    actionTimeout: 30_000,
    navigationTimeout: 30_000,
    // To see each step of a test that fails: `npx playwright test --trace on`.
    launchOptions: { executablePath: CHROMIUM_PATH, args: chromiumArgs },
  },
});
