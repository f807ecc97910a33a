import path from "node:path";
import { defineConfig } from "@playwright/test";
import { freePort } from "./cli/postgres/ports.ts";
import { chromiumArgs, findBrowser } from "./tests/e2e/browser.ts";

// Every worker evaluates this file again: what is found out once is handed on in the environment.
process.env.CHROMIUM_PATH ??= await findBrowser();
if (!process.env.E2E_URL) {
  process.env.E2E_PORT = String(await freePort());
  process.env.E2E_URL = `http://127.0.0.1:${process.env.E2E_PORT}`;
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
    // The tests' own receiver, vouched for as an operator would.
    WEBHOOK_ALLOWED_HOSTS: `http://127.0.0.1:${E2E_WEBHOOK_PORT}`,
  },
};

export default defineConfig({
  testDir: "tests/e2e",
  testMatch: "**/*.spec.ts",
  outputDir: "test-results",
  workers: 1,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: "line",
  // With E2E_URL given, the tests run against that address.
  webServer: E2E_PORT ? ownServer : undefined,
  use: {
    baseURL: E2E_URL,
    actionTimeout: 15_000,
    navigationTimeout: 30_000,
    trace: "retain-on-failure",
    launchOptions: { executablePath: CHROMIUM_PATH, args: chromiumArgs },
  },
});
