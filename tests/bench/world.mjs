// What P1, P2 and P3 share: the two organisations and the built server that serves them, made when first asked for.
import path from "node:path";
import { loadStage, temporaryDirectory } from "./measure.mjs";
import { serve } from "./serve.mjs";
import fs from "node:fs";

/** @typedef {import("./world-stage").World} World */
/** @typedef {import("./serve.mjs").Server} Server */
/** @typedef {{ world: () => Promise<World>, server: () => Promise<Server>, close: () => Promise<void> }} Shared */

/** What the sizes are multiplied by. */
export function scaleOf() {
  const scale = Number(process.env.BENCH_SCALE || 1);
  if (!(scale > 0 && scale <= 10)) throw new Error("BENCH_SCALE is a number up to 10");
  return scale;
}

/** @returns {Shared} */
export function share() {
  const scale = scaleOf();
  // Making the big organisation takes minutes: whoever measures again and again keeps it.
  const kept = process.env.BENCH_HOME;
  const home = kept ? path.resolve(kept) : temporaryDirectory();
  /** @type {Promise<World> | undefined} */
  let world;
  /** @type {Promise<Server> | undefined} */
  let server;

  async function open() {
    fs.mkdirSync(home, { recursive: true });
    fs.chmodSync(home, 0o755);
    const { openWorld } = await loadStage("world-stage");
    /** @type {World} */
    const opened = await openWorld({ home, scale, sql: path.join(import.meta.dirname, "world.sql") });
    for (const [name, { leads, deals, payments }] of Object.entries(opened.orgs)) {
      const size = [leads, deals, payments].map((count) => count.toLocaleString("en-US"));
      console.log(`${name} organisation: ${size[0]} leads, ${size[1]} deals, ${size[2]} payments`);
    }
    return opened;
  }

  const shared = {
    world: () => (world ??= open()),
    server: () =>
      (server ??= shared.world().then(({ env }) => serve(["cli/bin.mjs", "serve"], env, "/readyz"))),
    async close() {
      await server?.then((running) => running.stop()).catch(() => {});
      await world?.then((opened) => opened.stop()).catch(() => {});
      if (!kept) fs.rmSync(home, { recursive: true, force: true });
    },
  };
  return shared;
}
