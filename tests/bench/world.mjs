// State shared by P1, P2 and P3: the organizations and the built server, created on first use.
import path from "node:path";
import { loadSetup, temporaryDirectory } from "./measure.mjs";
import { serve } from "./serve.mjs";
import fs from "node:fs";

/** @typedef {import("./world-setup").World} World */
/** @typedef {import("./serve.mjs").Server} Server */
/** @typedef {import("./world-setup").OrgName} OrgName */
/** @typedef {Awaited<ReturnType<World["org"]>>} Org */
/**
 * @typedef {object} Shared
 * @property {() => Promise<World>} world
 * @property {(name: OrgName) => Promise<Org>} org
 * @property {() => Promise<Server>} server
 * @property {() => Promise<void>} close
 */

/** Returns the factor for all sizes. */
export function scaleOf() {
  const scale = Number(process.env.BENCH_SCALE || 1);
  if (!(scale > 0 && scale <= 10)) throw new Error("BENCH_SCALE must be a number up to 10");
  return scale;
}

/** @returns {Shared} */
export function share() {
  const scale = scaleOf();
  // Creating the big organization takes minutes, so BENCH_HOME keeps it for repeated runs.
  const kept = process.env.BENCH_HOME;
  const home = kept ? path.resolve(kept) : temporaryDirectory();
  /** @type {Promise<World> | undefined} */
  let world;
  /** @type {Promise<Server> | undefined} */
  let server;

  async function open() {
    fs.mkdirSync(home, { recursive: true });
    fs.chmodSync(home, 0o755);
    const { openWorld } = await loadSetup("world-setup");
    return openWorld({ home, scale, sql: path.join(import.meta.dirname, "world.sql") });
  }

  /** @param {OrgName} name */
  async function org(name) {
    const opened = await shared.world();
    const made = await opened.org(name);
    const size = [made.leads, made.deals, made.payments].map((count) => count.toLocaleString("en-US"));
    console.log(`${name} organization: ${size[0]} leads, ${size[1]} deals, ${size[2]} payments`);
    return made;
  }

  /** @type {Shared} */
  const shared = {
    world: () => (world ??= open()),
    org,
    server: () => (server ??= shared.world().then(({ env }) => serve(["cli/bin.mjs", "serve"], env, "/readyz"))),
    async close() {
      await server?.then((running) => running.stop()).catch(() => {});
      await world?.then((opened) => opened.stop()).catch(() => {});
      if (!kept) fs.rmSync(home, { recursive: true, force: true });
    },
  };
  return shared;
}
