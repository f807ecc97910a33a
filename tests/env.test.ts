import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { EnvError, parseEnv } from "~/platform/env.server";

const production = {
  NODE_ENV: "production",
  APP_URL: "https://finderlohn.example",
  DATABASE_APP_URL: "postgresql://app@db.example/finderlohn",
  SESSION_SECRET: "9f2c7a41d0be836517c4f9a2e8d35b60",
  SMTP_URL: "smtp://mail.example",
  STRIPE_SECRET_KEY: "sk_live_0123456789",
  STRIPE_WEBHOOK_SECRET: "whsec_k3Xv9QmZ27RtLw8sYbN4pJdH",
  STRIPE_PRICE_MONTHLY: "price_monthly",
  STRIPE_PRICE_YEARLY: "price_yearly",
};

/** The message; an environment that is accepted fails the test. */
function complaint(source: Record<string, string | undefined>): string {
  try {
    parseEnv(source);
  } catch (error) {
    expect(error).toBeInstanceOf(EnvError);
    return (error as Error).message;
  }
  throw new Error("the environment was accepted");
}

it("[OPS-03] a development machine needs no settings", () => {
  expect(parseEnv({})).toMatchObject({ APP_MODE: "demo", PORT: 3000, TRUST_PROXY: 0, WORKER_CONCURRENCY: 5 });
  expect(parseEnv({})).toMatchObject({ METRICS_HOST: "127.0.0.1", SHUTDOWN_DELAY_SECONDS: 0 });
  expect(parseEnv(production)).toMatchObject({ METRICS_HOST: "127.0.0.1", SHUTDOWN_DELAY_SECONDS: 5 });
  expect(parseEnv({ NODE_ENV: "development" }).APP_MODE).toBe("demo");
  // Only an installation with real data asks a register outside of it.
  expect([parseEnv({}).VIES, parseEnv(production).VIES]).toEqual(["off", "on"]);
  expect([parseEnv({ VIES: "on" }).VIES, parseEnv({ ...production, VIES: "off" }).VIES]).toEqual(["on", "off"]);
  expect(parseEnv({ DATA_DIR: "here" }).DATA_DIR).toMatch(/^\/.*\/here$/);
});

it.each([
  ["APP_MODE", "staging"],
  ["PORT", "http"],
  ["PORT", "65536"],
  ["PORT", "3000.5"],
  ["APP_URL", "finderlohn.example"],
  ["APP_URL", "ftp://finderlohn.example"],
  ["DATABASE_APP_URL", "mysql://app@db.example/finderlohn"],
  ["SESSION_SECRET", "too short"],
  ["SMTP_URL", "mail.example:25"],
  ["WORKER_CONCURRENCY", "0"],
  ["WEBHOOK_CONCURRENCY", "many"],
  ["TRUST_PROXY", "yes"],
  ["VIES", "no"],
  ["LOG_LEVEL", "loud"],
])("[OPS-03] names %s=%s in one line", (name, value) => {
  const message = complaint({ [name]: value });
  expect(message).toMatch(new RegExp(`^Environment: ${name} [^;\\n]+$`));
});

it("[OPS-03] reports all problems in one line", () => {
  const message = complaint({ PORT: "http", SMTP_URL: "mail", LOG_LEVEL: "loud" });
  expect(message).toMatch(/^Environment: PORT .+; SMTP_URL .+; LOG_LEVEL .+$/);
  expect(message).not.toContain("\n");
});

it("[OPS-03] an error does not repeat a secret", () => {
  expect(complaint({ SESSION_SECRET: "short-and-secret" })).not.toContain("short-and-secret");
  expect(complaint({ DATABASE_APP_URL: "pg://app:hunter2@db" })).not.toContain("hunter2");
});

it.each([
  ["SESSION_SECRET", "x".repeat(32)],
  ["SESSION_SECRET", "0123456789abcdef0123456789abcdef"],
  ["SESSION_SECRET", "change-me-before-you-start-this-program"],
  ["STRIPE_WEBHOOK_SECRET", "whsec_short"],
  ["STRIPE_WEBHOOK_SECRET", `whsec_${"a1".repeat(16)}`],
])("[OPS-03] production refuses a %s that can be guessed, without repeating it", (name, value) => {
  const message = complaint({ ...production, [name]: value });
  expect(message).toMatch(new RegExp(`^Environment: ${name} [^;\\n]+$`));
  expect(message).not.toContain(value);
});

it("[OPS-03] production requires what it cannot generate", () => {
  expect(parseEnv(production).APP_MODE).toBe("production");
  expect(parseEnv({ ...production, NODE_ENV: undefined, APP_MODE: "production" }).APP_MODE).toBe("production");
  for (const name of ["APP_URL", "DATABASE_APP_URL", "SESSION_SECRET", "SMTP_URL"]) {
    expect(complaint({ ...production, [name]: undefined })).toMatch(
      new RegExp(`^Environment: ${name} is missing: [^;]+$`),
    );
  }
  expect(complaint({ NODE_ENV: "production" })).toMatch(
    /DATABASE_APP_URL is missing: .+; APP_URL is missing: .+; SESSION_SECRET is missing: .+; SMTP_URL is missing: /,
  );
});

it("[OPS-03] a production build run as a demo or test is not production", () => {
  expect(parseEnv({ NODE_ENV: "production", APP_MODE: "demo" }).APP_MODE).toBe("demo");
  expect(parseEnv({ NODE_ENV: "production", APP_MODE: "test" }).APP_MODE).toBe("test");
});

it("[OPS-03] the owner role's database address requires the runtime role's", () => {
  expect(complaint({ DATABASE_URL: "postgresql://owner@db.example/x" })).toMatch(
    /^Environment: DATABASE_APP_URL is missing: [^;]+$/,
  );
  expect(() => parseEnv({ DATABASE_APP_URL: "postgres://app@db.example/x" })).not.toThrow();
});

it("[OPS-03] empty variables count as unset", () => {
  expect(parseEnv({ PORT: "", APP_MODE: "", DATABASE_URL: "", SESSION_SECRET: "" })).toEqual(parseEnv({}));
  expect(complaint({ ...production, SESSION_SECRET: "" })).toContain("SESSION_SECRET is missing");
});

it("[BIL-07] [OPS-03] Stripe's variables are set all or not at all, and production has no simulator", () => {
  const names = Object.keys(production).filter((name) => name.startsWith("STRIPE_")) as (keyof typeof production)[];
  expect(names).toHaveLength(4);
  const none = Object.fromEntries(names.map((name) => [name, undefined]));
  for (const name of names) {
    expect(complaint({ ...none, [name]: production[name] })).toMatch(/another Stripe variable is set/);
    expect(complaint({ ...production, [name]: undefined })).toMatch(new RegExp(`^Environment: ${name} is missing`));
    expect(complaint({ ...production, [name]: "secret" })).not.toContain("secret;");
    expect(complaint({ [name]: "other" })).toMatch(new RegExp(`${name} must begin with`));
  }
  expect(complaint({ ...production, ...none })).toMatch(
    /STRIPE_SECRET_KEY is missing: production has no Stripe simulator/,
  );
});

it("[HOOK-02] [OPS-03] an allowed webhook host that matches nothing is reported", () => {
  const hosts = (list: string) => ({ ...production, WEBHOOK_ALLOWED_HOSTS: list });
  for (const list of ["", " hooks.example.com, http://10.0.0.5:5678", "localhost,HTTPS://n8n.example.com"])
    expect(parseEnv(hosts(list)).WEBHOOK_ALLOWED_HOSTS).toBe(list);
  for (const wrong of ["ftp://x.example", "hooks.example.com/path", "hooks.example.com:8443", "https://"])
    expect(complaint(hosts(`ok.example, ${wrong}`))).toContain(`WEBHOOK_ALLOWED_HOSTS has "${wrong}"`);
});

it("[OPS-03] a secret can be in a file, without its last line break; problems with the file are reported", () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "secrets-"));
  const file = (name: string, text: string) => {
    fs.writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  try {
    const { SESSION_SECRET, STRIPE_SECRET_KEY, ...others } = production;
    const given = {
      ...others,
      SESSION_SECRET_FILE: file("session", `${SESSION_SECRET}\n`),
      STRIPE_SECRET_KEY_FILE: file("stripe", `${STRIPE_SECRET_KEY}\r\n`),
    };
    expect(parseEnv(given)).toMatchObject({ SESSION_SECRET, STRIPE_SECRET_KEY });
    expect(complaint({ ...given, SESSION_SECRET })).toContain("SESSION_SECRET_FILE and SESSION_SECRET are both set");
    const missing = path.join(folder, "missing");
    expect(complaint({ ...given, SMTP_URL: "", SMTP_URL_FILE: missing })).toBe(
      `Environment: SMTP_URL_FILE names "${missing}", which does not exist`,
    );
    expect(complaint({ ...given, SESSION_SECRET_FILE: file("empty", "\n") })).toContain("which is empty");
    expect(complaint({ ...given, SESSION_SECRET_FILE: file("large", "x".repeat(20_000)) })).toContain("too large");
    // What stands in the file is checked as if it had been set, and not shown.
    const short = complaint({ ...given, SESSION_SECRET_FILE: file("short", "hidden-text") });
    expect(short).toContain("SESSION_SECRET must have at least 32 characters");
    expect(short).not.toContain("hidden-text");
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
