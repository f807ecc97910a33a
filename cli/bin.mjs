#!/usr/bin/env node
// Builds what is missing or older than its sources, then runs the program. In an image that was built beforehand and
// without sources' tools it only runs.
import fs from "node:fs";
import { ensureBuilt } from "./build.mjs";

const program = new URL("../build/cli.mjs", import.meta.url);
const [command = "", ...rest] = process.argv.slice(2);
const asksForHelp = rest.some((argument) => ["-h", "--help"].includes(argument));

try {
  await ensureBuilt({ web: ["start", "serve"].includes(command) && !asksForHelp });
  if (!fs.existsSync(program)) throw new Error("build/ is missing: run npm run build where npm ci has been run");
} catch (error) {
  console.error(`finderlohn: ${error instanceof Error ? error.message : error}`);
  process.exit(1);
}
await import(program.href);
