import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

export const root = path.resolve(import.meta.dirname, "../..");

/** @param {number[]} values at least one */
export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? NaN)
    : ((sorted[middle - 1] ?? NaN) + (sorted[middle] ?? NaN)) / 2;
}

/** Creates a directory that the user who runs Postgres for root can enter. */
export function temporaryDirectory() {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "finderlohn-bench-"));
  fs.chmodSync(directory, 0o755);
  return directory;
}

/**
 * Returns the value below which this share of the values lies.
 * @param {number[]} values at least one
 * @param {number} share 0.95 is p95
 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? NaN;
}

/**
 * Loads a part of the benchmark that uses the app's TypeScript.
 * @param {string} name file name in this folder
 * @returns {Promise<any>}
 */
export async function loadSetup(name) {
  // Below node_modules, so that packages are resolved.
  const outfile = path.join(root, `node_modules/.cache/bench/${process.pid}/${name}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [path.join(import.meta.dirname, `${name}.ts`)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    alias: { "~": path.join(root, "app"), "#prisma": path.join(root, "prisma/generated/client.ts") },
    logLevel: "error",
  });
  try {
    return await import(pathToFileURL(outfile).href);
  } finally {
    fs.rmSync(path.dirname(outfile), { recursive: true });
  }
}

/**
 * Returns a figure that must not exceed its promise.
 * @param {string} figure
 * @param {number} value
 * @param {number} promise
 * @param {string} unit
 * @returns {import("./run.mjs").Row}
 */
export function atMost(figure, value, promise, unit) {
  const digits = { s: 1, "×": 2 }[unit] ?? 0;
  return {
    figure,
    measured: `${value.toFixed(digits)} ${unit}`,
    promise: `≤ ${promise} ${unit}`,
    kept: value <= promise,
  };
}

/**
 * Returns a figure that must not fall below its promise.
 * @param {string} figure
 * @param {number} value
 * @param {number} promise
 * @param {string} unit
 * @returns {import("./run.mjs").Row}
 */
export function atLeast(figure, value, promise, unit) {
  const { measured } = atMost(figure, value, promise, unit);
  return { figure, measured, promise: `≥ ${promise} ${unit}`, kept: value >= promise };
}

/** @param {string} address */
export async function isOk(address) {
  return fetch(address).then(
    (response) => response.ok,
    () => false,
  );
}

export async function freePort() {
  const server = net.createServer().listen(0);
  await once(server, "listening");
  const { port } = /** @type {net.AddressInfo} */ (server.address());
  server.close();
  return port;
}

/**
 * Returns the resident memory of a process.
 * @param {number} pid
 */
export function residentMebibytes(pid) {
  const status = fs.readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}
