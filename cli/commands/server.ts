import { setTimeout as sleep } from "node:timers/promises";
import type { Command } from "commander";
import { seedDemo, type DemoSignIns } from "../../prisma/seed";
import { settleSecrets } from "~/platform/secret-files.server";
import { parseEnv, type Env } from "~/platform/env.server";
import { openBilling } from "~/platform/stripe/open-billing.server";
import { log } from "~/platform/log.server";
import { buildPages } from "../build-pages";
import { logConsole } from "../console-log";
import { prepareData } from "../prepare-data";
import { joinEmbedded, leaveEmbedded } from "../embedded-users";
import { SIGNALS } from "../run-command";
import { withExamples } from "../examples";
import { keepEmbedded, migrateRuntime, prepareRuntime, runWorker, type Runtime } from "../runtime";
import type { Metrics } from "../metrics";
import { keepWebAlive } from "../web-heartbeat";
import type { Keeper } from "../postgres/keep-running";
import { takePort, type TakenPort } from "../http/port";
import { describeSignIns } from "./demo";
import { paths } from "~/paths/paths";

/** Measured with the same build against Node 20: a page needs 22 to 30 % less CPU time. */
const FASTEST_NODE = 24;
const REPEATED_WITHIN_MS = 500;
// Together less than the ten seconds that supervisors wait.
const PARTS_PATIENCE_MS = 7_000;
const DATABASE_PATIENCE_MS = 2_500;

export const addStartCommand = adding("start", {
  description: "run everything: database, migrations, demo data, web server and worker",
  parts: { migrate: true, web: true, worker: true },
});
export const addServeCommand = adding("serve", {
  description: "run the web server",
  parts: { migrate: false, web: true, worker: false },
});
export const addWorkerCommand = adding("worker", {
  description: "run the worker: emails, webhooks, nightly jobs",
  parts: { migrate: false, web: false, worker: true },
});

function adding(name: string, { description, parts }: { description: string; parts: Parts }) {
  return (program: Command): void => {
    withExamples(
      program
        .command(name)
        .description(description)
        .action(() => run(parts)),
      name,
    );
  };
}

interface Parts {
  migrate: boolean;
  web: boolean;
  worker: boolean;
}

/** Stops a part. The web server keeps accepting requests for `delayMs`, until its proxy stops sending them. */
type Stop = (delayMs: number) => Promise<void>;

/**
 * Starts the parts, waits for a signal and stops them. The signal may arrive during the start. A second one stops
 * without waiting.
 */
async function run(parts: Parts): Promise<void> {
  logWarnings();
  const stopping = signals();
  // Taken first, so that a second start fails before it creates a database or runs a migration.
  const ports = await takePorts(parseEnv(process.env), parts);
  const built = parts.migrate && parts.web ? buildPages() : Promise.resolve();
  // Awaited later, when the pages are needed.
  built.catch(() => {});
  try {
    await runOn(ports, parts, { ...stopping, built });
  } catch (error) {
    // Open servers would keep the process running.
    for (const { server } of Object.values(ports)) server.close().closeAllConnections();
    throw error;
  }
  process.exit(0);
}

/** Open ports of this process. */
interface Ports {
  web?: TakenPort;
  metrics?: TakenPort;
}

async function takePorts({ PORT, HOST, METRICS_PORT, METRICS_HOST }: Env, parts: Parts): Promise<Ports> {
  const web = parts.web ? { web: await takePort("PORT", PORT, HOST) } : {};
  if (METRICS_PORT === undefined) return web;
  try {
    return { ...web, metrics: await takePort("METRICS_PORT", METRICS_PORT, METRICS_HOST) };
  } catch (error) {
    web.web?.server.close();
    throw error;
  }
}

async function runOn(
  ports: Ports,
  parts: Parts,
  { first: stopped, again, built }: ReturnType<typeof signals> & { built: Promise<void> },
): Promise<void> {
  const runtime = await prepareRuntime();
  joinEmbedded(runtime);
  const keeper = keepEmbedded(runtime);
  const stops: Stop[] = [];
  let delayMs = 0;
  // Restored before this program prints why a start failed.
  const endLogging = logConsole();
  try {
    await Promise.race([startParts(runtime, parts, { ports, stops, keeper, built }), stopped]);
    // Ctrl+C comes from a terminal, without a proxy to wait for.
    if ((await stopped) === "SIGTERM") delayMs = runtime.env.SHUTDOWN_DELAY_SECONDS * 1000;
  } finally {
    await stopAll(runtime, { stops, keeper, delayMs, again });
    endLogging();
  }
}

interface Starting {
  ports: Ports;
  /** Functions that stop the started parts. */
  stops: Stop[];
  keeper: Keeper | null;
  /** Resolves when the pages can be served. */
  built: Promise<void>;
}

async function startParts(runtime: Runtime, parts: Parts, { ports, stops, keeper, built }: Starting): Promise<void> {
  let signIns: DemoSignIns | null = null;
  if (parts.migrate) {
    const migrating = prepareData(runtime).then(() => migrateRuntime(runtime));
    // An interrupted migration would need a manual check.
    stops.push(async () => void (await migrating.catch(() => {})));
    await migrating;
    if (runtime.env.APP_MODE === "demo") signIns = await seedDemo(runtime);
  }
  const metrics = await startMeasuring(ports.metrics, runtime.ownerUrl);
  if (metrics) stops.push(metrics.close);
  if (parts.worker) stops.push((await runWorker(runtime, metrics?.jobEnded)).stop);
  await built;
  if (ports.web) await startWeb(runtime, ports.web, { stops, keeper, metrics });
  console.log(parts.web ? welcome(runtime, signIns) : "Finderlohn worker is running");
}

/**
 * Starts the metrics server if the environment names a port, otherwise returns null. Loaded only then, to save memory.
 */
async function startMeasuring(port: TakenPort | undefined, ownerUrl: string): Promise<Metrics | null> {
  if (!port) return null;
  const { startMetrics } = await import("../metrics");
  return startMetrics(port, ownerUrl);
}

interface Ending {
  stops: Stop[];
  keeper: Keeper | null;
  delayMs: number;
  /** Resolves on a second signal. */
  again: Promise<void>;
}

async function stopAll(runtime: Runtime, { stops, keeper, delayMs, again }: Ending): Promise<void> {
  const patience = (ms: number) => sleep(ms, undefined, { ref: false });
  const stopped = Promise.allSettled(stops.map((stop) => stop(delayMs)));
  await Promise.race([stopped, patience(delayMs + PARTS_PATIENCE_MS), again]);
  const leave = async () => {
    await keeper?.stop();
    await leaveEmbedded(runtime);
  };
  await Promise.race([leave(), patience(DATABASE_PATIENCE_MS)]);
}

async function startWeb(
  runtime: Runtime,
  port: TakenPort,
  { stops, keeper, metrics }: Pick<Starting, "stops" | "keeper"> & { metrics: Metrics | null },
): Promise<void> {
  // The web app is a separate bundle that reads the environment itself.
  settleSecrets(process.env, runtime.env);
  Object.assign(process.env, {
    // Not an app mode. React renders several times faster with it.
    NODE_ENV: "production",
    APP_MODE: runtime.env.APP_MODE,
    APP_URL: runtime.appUrl,
    DATA_DIR: runtime.env.DATA_DIR,
    DATABASE_APP_URL: runtime.runtimeUrl,
    SESSION_SECRET: runtime.secret,
  });
  const database = runtime.openDatabase();
  const closings: Stop[] = [() => database.close()];
  stops.push(async (delayMs) => {
    for (const close of closings) await close(delayMs);
  });
  await database.ping();
  // Loaded here, so that other commands start without Express and Remix.
  const { startWebServer } = await import("../web-server");
  const isAway = () => keeper?.isAway() ?? false;
  const { env, appUrl, secret } = runtime;
  const billing = await openBilling(env, database, { secret, appUrl });
  const withSecret = { ...env, SESSION_SECRET: secret };
  const server = await startWebServer(port, withSecret, appUrl, database, billing, isAway, metrics);
  const endHeartbeat = keepWebAlive(database);
  closings.unshift(
    (delayMs) => server.close(delayMs),
    () => endHeartbeat(),
  );
}

/** Logs Node's warnings, which Node would print as plain text. */
function logWarnings(): void {
  process.removeAllListeners("warning");
  process.on("warning", (warning) => log.warn({ err: warning }, "Node warning"));
}

/**
 * Resolves on the first signal and on a later one. Signals right after the first are ignored, because npm repeats the
 * terminal's signal.
 */
function signals(): { first: Promise<NodeJS.Signals>; again: Promise<void> } {
  let came: number | undefined;
  let sayFirst: (name: NodeJS.Signals) => void;
  let sayAgain: () => void;
  const first = new Promise<NodeJS.Signals>((resolve) => (sayFirst = resolve));
  const again = new Promise<void>((resolve) => (sayAgain = resolve));
  for (const name of SIGNALS)
    process.on(name, () => {
      came ??= performance.now();
      sayFirst(name);
      if (performance.now() - came > REPEATED_WITHIN_MS) sayAgain();
    });
  return { first, again };
}

/** Returns the start message for a terminal. URL and sign-ins come last, where they are seen first. */
function welcome({ appUrl, env }: Runtime, signIns: DemoSignIns | null): string {
  const lines = [];
  if (env.APP_MODE !== "production" && !env.SMTP_URL) lines.push(`Emails go to ${appUrl}${paths.mailbox()}`, "");
  if (Number(process.versions.node.split(".")[0]) < FASTEST_NODE)
    lines.push(`Node ${FASTEST_NODE} needs a quarter less CPU time than this Node ${process.versions.node}`, "");
  lines.push(`Finderlohn is running at ${appUrl}`);
  if (signIns) lines.push("", ...describeSignIns(signIns, appUrl));
  return lines.join("\n");
}
