// Builds the web app (Vite) and the command-line program (esbuild) into build/, and the Prisma client before them.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const at = (/** @type {string[]} */ ...parts) => path.join(root, ...parts);

const sources = {
  client: ["prisma/schema.prisma"],
  cli: ["app", "jobs", "cli", "prisma/seed", "prisma/schema.prisma", "package-lock.json"],
  web: ["app", "public", "prisma/schema.prisma", "remix.config.js", "vite.config.ts", "package-lock.json"],
};

/**
 * A fingerprint of names, sizes and contents: a fresh clone's times say nothing.
 * @param {string[]} inputs
 */
function fingerprint(inputs) {
  const hash = createHash("sha256");
  const visit = (/** @type {string} */ relative) => {
    const full = at(relative);
    const stat = fs.statSync(full, { throwIfNoEntry: false });
    if (!stat) return;
    if (stat.isDirectory()) {
      for (const name of fs.readdirSync(full).sort()) visit(path.join(relative, name));
    } else {
      hash.update(relative).update("\0").update(fs.readFileSync(full)).update("\0");
    }
  };
  inputs.forEach(visit);
  return hash.digest("hex");
}

/**
 * @param {string} name
 * @param {string[]} inputs
 * @param {string} output exists after the build
 * @param {() => void | Promise<unknown>} make
 */
async function once(name, inputs, output, make) {
  const stamp = at("build", `.${name}`);
  const wanted = fingerprint(inputs);
  const built = fs.existsSync(stamp) ? fs.readFileSync(stamp, "utf8") : "";
  if (built === wanted && fs.existsSync(at(output))) return;
  await make();
  fs.mkdirSync(at("build"), { recursive: true });
  fs.writeFileSync(stamp, wanted);
}

/** @param {string[]} args */
function node(...args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: root,
    encoding: "utf8",
    env: { ...process.env, NODE_ENV: "production" },
  });
  if (status === 0) return;
  console.error(`${stdout}${stderr}build: ${args.map((arg) => path.basename(arg)).join(" ")} failed`);
  process.exit(1);
}

async function buildCli() {
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
  });
}

/**
 * Brings build/ up to date. Does nothing where the sources' tools are not installed (a production image).
 * @param {{ web: boolean }} parts
 */
export async function ensureBuilt({ web }) {
  if (!fs.existsSync(at("node_modules", "esbuild"))) return;
  await once("client", sources.client, "prisma/generated/client.ts", () => node("prisma/generate.mjs"));
  await once("cli", sources.cli, "build/cli.mjs", buildCli);
  if (web) {
    await once("web", sources.web, "build/web/server/index.js", () => {
      if (process.stderr.isTTY) console.error("Building the app (only after changes) …");
      node("node_modules/@remix-run/dev/dist/cli.js", "vite:build", "--logLevel", "error");
    });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await ensureBuilt({ web: true });
