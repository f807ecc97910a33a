import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Rolldown } from "vite";
import remixConfig from "./remix.config.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), remix(remixConfig)],
  resolve: {
    alias: [
      { find: "~", replacement: at("./app") },
      { find: "#prisma", replacement: at("./prisma/generated/client.ts") },
      // What each of lucide's icons is made with.
      ...(isSsrBuild
        ? [{ find: /^\.\.\/createLucideIcon\.mjs$/, replacement: at("./app/components/ui/server-icon.ts") }]
        : []),
    ],
  },
  build: {
    target: "es2022",
    cssMinify: true,
    rolldownOptions: {
      output: isSsrBuild ? {} : { codeSplitting: { groups: sharedByArea() } },
    },
  },
  // Only the icons that are used are then in memory, not the whole package.
  ssr: { noExternal: ["lucide-react"] },
}));

/** Checks what is typed into forms; large, and of no use to pages without forms. */
const VALIDATION = /\/node_modules\/(zod|@conform-to)\//;

/**
 * Puts what several routes share into one chunk per set of areas that use it. Left to itself the bundler makes dozens
 * of chunks of a few hundred bytes, which take a browser longer to fetch and link than to run. Code of one route stays
 * in its chunk, and so do modules that are imported when they are needed, such as the texts of a language.
 *
 * A chunk takes along what its modules import, unless an earlier one has it: so those for more areas come first, and
 * before the forms what needs no validation.
 */
function sharedByArea(): Rolldown.CodeSplittingGroup[] {
  const sharedBy = (count: number, isForms: boolean) => (id: string, build: Rolldown.ChunkingContext) => {
    const areas = areasOf(id, build);
    if (areas.length !== count || validates(id, build) !== isForms) return null;
    return areas.join("-") + (isForms ? "-forms" : "");
  };
  const [ofAll, ...others] = areas.flatMap((_, fewer) =>
    [false, true].map((isForms) => ({ name: sharedBy(areas.length - fewer, isForms) })),
  );
  return [ofAll!, { name: "validation", test: VALIDATION }, ...others];
}

const areas = ["portal", "public", "staff"];

/** The areas whose pages load a module that several entries of the build import. */
function areasOf(id: string, build: Rolldown.ChunkingContext): string[] {
  const entries = closure(id, (one) => build.getModuleInfo(one)?.importers).filter(
    (one) => build.getModuleInfo(one)?.isEntry,
  );
  return entries.length < 2 ? [] : areas.filter((area) => entries.some((entry) => isLoadedIn(area, entry)));
}

/** Whether the pages of an area load an entry of the build. */
function isLoadedIn(area: string, entry: string): boolean {
  if (/\/app\/(root|entry\.client)\./.test(entry)) return true;
  const folder = /\/routes\/(_app|affiliate)[./]/.exec(entry)?.[1];
  return area === (folder === "_app" ? "staff" : folder === "affiliate" ? "portal" : "public");
}

const validates = (id: string, build: Rolldown.ChunkingContext) =>
  closure(id, (one) => build.getModuleInfo(one)?.importedIds).some((one) => VALIDATION.test(one));

function closure(from: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([from]);
  // A set gives what is added to it while it is walked through.
  for (const id of found) for (const one of next(id) ?? []) found.add(one);
  return [...found];
}
