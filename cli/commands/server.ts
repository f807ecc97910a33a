import type { Command } from "commander";
import { seedDemo, type DemoSignIns } from "../../prisma/seed";
import { migrateRuntime, prepareRuntime, runWorker, type Runtime } from "../runtime";
import { startWebServer } from "../web-server";

export function addServerCommands(program: Command): void {
  program
    .command("start")
    .description("run everything: database, migrations, demo data, web server and worker")
    .action(() => run({ migrate: true, web: true, worker: true }));
  program
    .command("serve")
    .description("run the web server")
    .action(() => run({ migrate: false, web: true, worker: false }));
  program
    .command("worker")
    .description("run the worker: mails, webhooks, nightly runs")
    .action(() => run({ migrate: false, web: false, worker: true }));
}

interface Parts {
  migrate: boolean;
  web: boolean;
  worker: boolean;
}

/** Starts the parts, then waits for a signal and stops them in reverse order. */
async function run(parts: Parts): Promise<void> {
  const runtime = await prepareRuntime();
  const stops: (() => Promise<void>)[] = [runtime.stop];
  const stopAll = async () => {
    for (const stop of stops.reverse()) await stop();
  };
  try {
    let signIns: DemoSignIns | null = null;
    if (parts.migrate) {
      await migrateRuntime(runtime);
      if (runtime.env.APP_MODE === "demo") signIns = await seedDemo(runtime);
    }
    if (parts.worker) stops.push((await runWorker(runtime)).stop);
    if (parts.web) await startWeb(runtime, stops);
    if (parts.web) printWelcome(runtime, signIns);
    else console.log("Finderlohn worker is running");
  } catch (error) {
    await stopAll();
    throw error;
  }
  await signal();
  // Whatever hangs must not keep the process beyond what supervisors wait for.
  setTimeout(() => process.exit(1), 9_500).unref();
  await stopAll();
  process.exit(0);
}

async function startWeb(runtime: Runtime, stops: (() => Promise<void>)[]): Promise<void> {
  // The web app is a bundle of its own and reads its environment by itself.
  Object.assign(process.env, {
    // Not a mode of ours: React renders several times faster so.
    NODE_ENV: "production",
    APP_MODE: runtime.env.APP_MODE,
    APP_URL: runtime.appUrl,
    DATA_DIR: runtime.env.DATA_DIR,
    DATABASE_APP_URL: runtime.runtimeUrl,
    SESSION_SECRET: runtime.secret,
  });
  const database = runtime.openDatabase();
  stops.push(() => database.close());
  await database.ping();
  const server = await startWebServer(runtime.env, runtime.appUrl, database);
  stops.push(() => server.close());
}

function signal(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["SIGINT", "SIGTERM"] as const) process.once(name, () => resolve());
  });
}

function printWelcome({ appUrl, env }: Runtime, signIns: DemoSignIns | null): void {
  const lines = [`Finderlohn is running at ${appUrl}`];
  if (signIns) {
    lines.push("", `Demo sign-ins, at ${appUrl}/auth (password for all: ${signIns.password}):`);
    for (const one of signIns.staff) lines.push(`  ${one.email}  (${one.organization})`);
    lines.push("", `Demo affiliates, at ${appUrl}/affiliate/login (the link arrives in the mailbox below):`);
    for (const one of signIns.affiliates) lines.push(`  ${one.email}  (${one.organization})`);
  }
  if (env.APP_MODE !== "production" && !env.SMTP_URL)
    lines.push("", `Mailbox of this machine: ${appUrl}/dev/mailbox`);
  console.log(lines.join("\n"));
}
