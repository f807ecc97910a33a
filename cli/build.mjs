// Builds the web app (Vite) and the command-line program (esbuild) into build/, and the Prisma client before them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import zlib from "node:zlib";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);

const sources = {
  cli: ["app", "jobs", "cli", "prisma/seed", "prisma/schema.prisma", "package.json", "package-lock.json"],
  web: ["app", "public", "prisma/schema.prisma", "remix.config.js", "vite.config.ts", "package-lock.json"],
};

/**
 * A fingerprint of names and contents: a fresh clone's times say nothing. Tests are not part of what is built.
 * @param {string[]} inputs
 */
function fingerprint(inputs) {
  const hash = createHash("sha256");
  const visit = (/** @type {string} */ relative) => {
    const full = at(relative);
    const stat = fs.statSync(full, { throwIfNoEntry: false });
    if (!stat || /\.test\.tsx?$/.test(relative)) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(full).sort()) visit(path.join(relative, name));
    } else {
      hash.update(relative).update("\0").update(fs.readFileSync(full)).update("\0");
    }
  };
  inputs.forEach(visit);
  return hash.digest("hex");
}

/** @typedef {{ isCurrent: () => boolean, make: () => void | Promise<unknown> }} Part */

/**
 * A part whose sources' fingerprint is kept beside its output.
 * @param {string} name
 * @param {string[]} inputs
 * @param {string} output exists after the build
 * @param {() => void | Promise<unknown>} make
 * @returns {Part}
 */
function stamped(name, inputs, output, make) {
  const stamp = at("build", `.${name}`);
  const built = () => (fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : "");
  return {
    isCurrent: () => fs.existsSync(at(output)) && built() === fingerprint(inputs),
    async make() {
      // Taken before, so that what changes meanwhile is built the next time.
      const wanted = fingerprint(inputs);
      await make();
      fs.writeFileSync(stamp, wanted);
    },
  };
}

/** @type {Part} The installation has made it already, and kept the schema that it was made from. */
const client = {
  isCurrent() {
    const madeFrom = at("prisma", "generated", "schema.prisma");
    return (
      fs.existsSync(madeFrom) &&
      fs.readFileSync(madeFrom, "utf8") === fs.readFileSync(at("prisma", "schema.prisma"), "utf8")
    );
  },
  make: () => node("prisma/generate.mjs"),
};

/** Whether the generated Prisma client fits the schema. */
export const isClientCurrent = client.isCurrent;

const cli = stamped("cli", sources.cli, "build/cli.mjs", async () => {
  const { build } = await import("esbuild");
  await build({
    absWorkingDir: root,
    entryPoints: { cli: "cli/index.ts" },
    outdir: "build",
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    packages: "external",
    sourcemap: true,
    splitting: true,
    outExtension: { ".js": ".mjs" },
    chunkNames: "cli/[name]-[hash]",
    alias: { "~": at("app"), "#prisma": at("prisma/generated/client.ts") },
    jsx: "automatic",
    logLevel: "error",
  }).catch(() => fail("the command-line program"));
});

const web = stamped("web", sources.web, "build/web/server/index.js", async () => {
  if (process.stderr.isTTY) console.error("Building the app (only after changes) …");
  node("node_modules/@remix-run/dev/dist/cli.js", "vite:build", "--logLevel", "error");
  await compressAssets();
});

/** Below this many bytes a file is hardly smaller when it is compressed. */
const WORTH_COMPRESSING = 1_000;

/** Compresses what browsers load once, so that the server need not do it for each of them. */
async function compressAssets() {
  const folder = at("build", "web", "client", "assets");
  const names = fs.readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  // All processors at once: it takes seconds.
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const content = fs.readFileSync(file);
      if (content.length < WORTH_COMPRESSING) return;
      fs.writeFileSync(`${file}.gz`, zlib.gzipSync(content, { level: 9 }));
      fs.writeFileSync(`${file}.br`, await brotli(content));
    }),
  );
}

const brotli = promisify(zlib.brotliCompress);

/** @param {string[]} args */
function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status === 0) return;
  console.error(`${stdout}${stderr}`);
  fail(args.map((arg) => path.basename(arg)).join(" "));
}

/**
 * @param {string} what
 * @returns {never}
 */
function fail(what) {
  console.error(`build: ${what} failed`);
  process.exit(1);
}

/**
 * One process builds at a time; those that waited find the work done.
 * @param {() => Promise<void>} task
 */
async function alone(task) {
  const lock = at("build", ".lock");
  fs.mkdirSync(at("build"), { recursive: true });
  while (!claim(lock)) await sleep(100);
  try {
    await task();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** @param {string} lock holds the id of the process that builds; one that is gone does not count */
function claim(lock) {
  try {
    fs.writeFileSync(lock, String(process.pid), { flag: "wx" });
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code !== "EEXIST") throw error;
  }
  try {
    const pid = Number(fs.readFileSync(lock, "utf8"));
    if (pid) process.kill(pid, 0);
  } catch (error) {
    // EPERM: it lives, under another user. ENOENT: it has just finished.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH") fs.rmSync(lock, { force: true });
  }
  return false;
}

/** @param {{ web: boolean }} what */
const partsOf = (what) => [client, cli, ...(what.web ? [web] : [])];

/**
 * Whether build/ is up to date, or cannot be brought there, where the sources' tools are not installed (a production
 * image).
 * @param {{ web: boolean }} what
 */
export function isBuilt(what) {
  return !fs.existsSync(at("node_modules", "esbuild")) || partsOf(what).every((part) => part.isCurrent());
}

/**
 * Brings build/ up to date.
 * @param {{ web: boolean }} what
 */
export async function ensureBuilt(what) {
  if (isBuilt(what)) return;
  await alone(async () => {
    for (const part of partsOf(what)) if (!part.isCurrent()) await part.make();
  });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await ensureBuilt({ web: process.argv[2] !== "cli" });
}
