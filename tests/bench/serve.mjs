// A server of the benchmark in a separate process.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort, isOk, root } from "./measure.mjs";

const PATIENCE_MS = 120_000;

/** @typedef {{ address: string, pid: number, stop: () => Promise<void> }} Server */

/**
 * Runs a program that listens on PORT, and waits until `ready` responds.
 * @param {string[]} args arguments of node
 * @param {Record<string, string>} settings
 * @param {string} ready
 * @returns {Promise<Server>}
 */
export async function serve(args, settings, ready) {
  const port = await freePort();
  const address = `http://127.0.0.1:${port}`;
  /** @type {any} Isolated from the user's settings. */
  const env = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    NODE_ENV: "production",
    LOG_LEVEL: "warn",
    HOST: "127.0.0.1",
    PORT: String(port),
    ...settings,
  };
  const child = spawn(process.execPath, args, { cwd: root, stdio: ["ignore", "ignore", "pipe"], env });
  const ended = once(child, "exit");
  let complaints = "";
  child.stderr.on("data", (data) => (complaints += data));
  const stop = async () => {
    if (child.exitCode === null) child.kill("SIGTERM");
    await ended;
  };
  const from = performance.now();
  while (!(await isOk(`${address}${ready}`))) {
    if (child.exitCode !== null || performance.now() - from > PATIENCE_MS) {
      await stop();
      throw new Error(`${args.join(" ")} did not become ready: ${complaints.trim() || "no reason given"}`);
    }
    await sleep(50);
  }
  return { address, pid: child.pid ?? 0, stop };
}
