// Builds the Prisma client, the web app (Vite) and the command-line program (esbuild) into build/.
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
  web: ["app", "docs/help", "public", "prisma/schema.prisma", "remix.config.js", "vite.config.ts", "package-lock.json"],
};

/**
 * Returns a hash of file names and contents, because the file times of a fresh clone mean nothing. Tests are excluded.
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
 * A part of the build that stores the hash of its sources next to its output.
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
      // Taken before the build, so that later changes are built next time.
      const wanted = fingerprint(inputs);
      await make();
      fs.writeFileSync(stamp, wanted);
    },
  };
}

/** @type {Part} The npm installation has already generated it and stored the schema it used. */
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

/** Whether the generated Prisma client matches the schema. */
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

/** Smaller files hardly shrink when compressed. */
const WORTH_COMPRESSING = 1_000;

/** Compresses the assets once, so that the server does not compress them per request. */
async function compressAssets() {
  const folder = at("build", "web", "client", "assets");
  const names = fs.readdirSync(folder).filter((name) => /\.(js|css|svg)$/.test(name));
  // In parallel on all cores, because it takes seconds.
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
 * Runs a task while no other process builds. Waiting processes then find the work done.
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

/** @param {string} lock contains the id of the building process; the lock of a dead process is removed */
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
    // EPERM: the process runs as another user. ENOENT: the build has just finished.
    if (/** @type {NodeJS.ErrnoException} */ (error).code === "ESRCH") fs.rmSync(lock, { force: true });
  }
  return false;
}

/** @param {{ web: boolean }} what */
const partsOf = (what) => [client, cli, ...(what.web ? [web] : [])];

/**
 * Whether build/ is up to date, or cannot be built because the build tools are missing (a production image).
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
