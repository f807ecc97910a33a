import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig } from "vite";
import remixConfig from "../../../remix.config.js";

const buildDirectory = process.env["BENCH_BARE"] ?? "";

export default defineConfig({
  root: process.cwd(),
  plugins: [remix({ ...remixConfig, appDirectory: "tests/bench/bare", buildDirectory })],
});
