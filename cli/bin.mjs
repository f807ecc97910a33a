#!/usr/bin/env node
// Builds what is missing or older than its sources, then runs the program. In an image that was built beforehand and
// without sources' tools it only runs.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build.mjs";

const program = new URL("../build/cli.mjs", import.meta.url);
const [command = "", ...rest] = process.argv.slice(2);
const asksForHelp = rest.some((argument) => ["-h", "--help"].includes(argument));
// `start` has the pages built itself, while it makes its database.
const web = command === "serve" && !asksForHelp;

if (!isBuilt({ web })) {
  // In a process of its own: its memory would stay with a server for as long as it runs.
  const builder = fileURLToPath(new URL("build.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [builder, web ? "all" : "cli"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(1);
}
if (!fs.existsSync(program)) {
  console.error("finderlohn: build/ is missing: run npm run build where npm ci has been run");
  process.exit(1);
}
await import(program.href);
