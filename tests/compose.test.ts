import fs from "node:fs";
import path from "node:path";
import { parseEnv as parseFile } from "node:util";
import { parse } from "yaml";
import { expect, it } from "vitest";
import { parseEnv } from "~/platform/env.server";
import { connectionsOf } from "../cli/runtime";

const docs = path.join(path.dirname(import.meta.dirname), "docs");
const read = (name: string) => fs.readFileSync(path.join(docs, name), "utf8");
const source = read("compose.yaml");
const example = parseFile(read("production.env.example"));

/** What an operator writes where the example is empty. */
const filledIn = {
  POSTGRES_PASSWORD: "0".repeat(48),
  OWNER_PASSWORD: "1".repeat(48),
  RUNTIME_PASSWORD: "2".repeat(48),
  SESSION_SECRET: "9f2c7a41d0be836517c4f9a2e8d35b609f1c7b42d0ae83751",
  SMTP_URL: "smtps://user:password@mail.example.com:465",
  STRIPE_SECRET_KEY: "rk_live_1",
  STRIPE_WEBHOOK_SECRET: "whsec_k3Xv9QmZ27RtLw8sYbN4pJdH",
  STRIPE_PRICE_MONTHLY: "price_1",
  STRIPE_PRICE_YEARLY: "price_2",
};
const settings: Record<string, string | undefined> = { ...example, ...filledIn };

interface Service {
  image: string;
  read_only?: boolean;
  cap_drop?: string[];
  tmpfs?: string[];
  security_opt?: string[];
  build?: unknown;
  command: string[];
  environment: Record<string, string>;
  volumes?: string[];
}

/** Puts the variables in, as Docker Compose does: `${NAME:?}` must be set, `${NAME:-other}` need not. */
const filled = (text: string) =>
  text.replace(/\$\{(\w+):([?-])([^}]*)\}/g, (_all, name: string, kind: string, other: string) => {
    const value = settings[name];
    if (!value && kind === "?") throw new Error(`${name} is empty`);
    return value || other;
  });

const { services } = JSON.parse(JSON.stringify(parse(source, { merge: true })), (_name, value: unknown) =>
  typeof value === "string" ? filled(value) : value,
) as { services: Record<string, Service> };

const ours = Object.entries(services).filter(([, { image }]) => image === "finderlohn");

it("[OPS-02] every service of compose.yaml starts with its settings", () => {
  expect(ours.map(([name]) => name)).toEqual(["migrate", "web", "worker"]);
  for (const [name, { environment }] of ours) {
    const env = parseEnv({ NODE_ENV: "production", ...environment });
    expect(env, name).toMatchObject({ APP_MODE: "production", STRIPE_PRICE_YEARLY: "price_2" });
    // Only what migrates, and what works for all organizations, is the owner.
    expect(Boolean(env.DATABASE_URL), name).toBe(name !== "web");
  }
  // One of them builds the image for all.
  expect(ours.filter(([, { build }]) => build)).toHaveLength(1);
});

it("[OPS-02] our containers can only write to temporary files and volumes, and are not root", () => {
  for (const [name, service] of ours) {
    expect(service.read_only, name).toBe(true);
    expect(service.cap_drop, name).toEqual(["ALL"]);
    expect(service.security_opt, name).toEqual(["no-new-privileges:true"]);
    expect(service.tmpfs?.[0], name).toMatch(/^\/tmp:/);
  }
});

it("[OPS-02] the example of settings lists exactly the variables", () => {
  const used = [...source.matchAll(/\$\{(\w+)/g)].map(([, name]) => name!);
  expect(Object.keys(example).toSorted()).toEqual([...new Set(used)].toSorted());
  // What is secret or nobody can guess is empty there, and Compose refuses to start.
  for (const name of Object.keys(filledIn)) expect(example[name], name).toBe("");
});

it("[OPS-02] compose.yaml allows as many connections as web and worker open, and mounts files that exist", () => {
  const { command, volumes, environment } = services["postgres"]!;
  const allowed = Number(/max_connections=(\d+)/.exec(command.join(" "))?.[1]);
  const { web, worker } = connectionsOf(parseEnv({}));
  expect(allowed).toBeGreaterThanOrEqual(2 * (web + worker));
  expect(source).toContain(`up to ${web} connections, a worker up to ${worker}`);
  const files = volumes!.map((volume) => volume.split(":")[0]!).filter((file) => file.startsWith("."));
  expect(files).toHaveLength(2);
  for (const file of files) expect(fs.existsSync(path.join(docs, file)), file).toBe(true);
  const script = read("postgres-init.sh");
  for (const name of ["OWNER_PASSWORD", "RUNTIME_PASSWORD"]) {
    expect(script).toContain(`\\getenv ${name.toLowerCase()} ${name}\n`);
    expect(environment[name]).toBe(settings[name]);
  }
});

it("[OPS-02] alerts.yaml uses only existing metrics", () => {
  const metrics = fs.readFileSync(path.join(docs, "../cli/metrics.ts"), "utf8");
  const { groups } = parse(read("alerts.yaml")) as { groups: { rules: { alert: string; expr: string }[] }[] };
  const asked = groups[0]!.rules.flatMap(({ expr }) => expr.match(/finderlohn_\w+/g) ?? []);
  expect(asked.length).toBeGreaterThan(7);
  for (const name of asked) {
    const made = name.replace(/_(count|bucket)$/, "").replace(/^finderlohn_queue_/, "");
    expect(metrics, name).toContain(`"${made}"`);
  }
});
