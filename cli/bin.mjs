#!/usr/bin/env node
// Builds outdated parts, then runs the program. An image that was built beforehand has no build tools and only runs.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import { fileURLToPath } from "node:url";
import { isBuilt } from "./build.mjs";

const program = new URL("../build/cli.mjs", import.meta.url);
const [command = "", ...rest] = process.argv.slice(2);
const asksForHelp = rest.some((argument) => ["-h", "--help"].includes(argument));
// `start` builds the pages itself while it creates its database.
const web = command === "serve" && !asksForHelp;

if (!isBuilt({ web })) {
  // In a child process, so that a server does not keep the memory of the build.
  const builder = fileURLToPath(new URL("build.mjs", import.meta.url));
  const { status } = spawnSync(process.execPath, [builder, web ? "all" : "cli"], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(1);
}
if (!fs.existsSync(program)) {
  console.error('finderlohn: build/ is missing: run "npm run build" in an installation with all npm packages');
  process.exit(1);
}
await import(program.href);
