#!/usr/bin/env node
// Builds what is missing or older than its sources, then runs the program. In an image that was built beforehand and
// without sources' tools it only runs.
import { ensureBuilt } from "./build.mjs";

const command = process.argv[2];
await ensureBuilt({ web: command === "start" || command === "serve" });
await import(new URL("../build/cli.mjs", import.meta.url).href);
