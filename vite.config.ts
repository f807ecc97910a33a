import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { liftGroups } from "./app/styles/lift-groups";
import remixConfig from "./remix.config.js";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [tailwindcss(), liftedGroups, remix(remixConfig)],
  resolve: {
    alias: [
      { find: "~", replacement: at("./app") },
      { find: "#prisma", replacement: at("./prisma/generated/client.ts") },
    ],
  },
  build: {
    target: "es2022",
    cssMinify: true,
    rolldownOptions: {
      output: isSsrBuild ? {} : { codeSplitting: { groups: sharedByArea() } },
    },
  },
}));

const liftedGroups: Plugin = {
  name: "lifted-groups",
  transform: (code, id) => (/\.css($|\?)/.test(id) ? { code: liftGroups(code), map: null } : null),
};

/** Libraries that validate forms; they are large, and pages without forms do not need them. */
const VALIDATION = /\/node_modules\/(zod|@conform-to)\//;

/** Libraries that check account and tax numbers; only the forms of payees need them. */
const ACCOUNT_NUMBERS = /\/node_modules\/(ibantools|jsvat)\//;

/** Shared by a few pages that are not open all day, so no other page should load it: a chunk for each folder. */
const OF_FEW_PAGES =
  /\/app\/(?:components|domain|domain\/leads)\/(payouts|documents|webhooks|charts|api-keys|sessions|conversation|audit|erasing)[/.]/;
/** Modules that load the texts of a few pages: a chunk for each, because its importers wait for the texts. */
const LOADS_TEXTS = /\/app\/components\/\w+\/((?:import|payee|portal|settings)-texts)\.ts$/;
const loadsTexts = (id: string) => LOADS_TEXTS.exec(id)?.[1] ?? null;
const fewPages = (id: string) => OF_FEW_PAGES.exec(id)?.[1] ?? null;

/**
 * Groups shared modules into one chunk per set of areas that use them. By default the bundler creates dozens of chunks
 * of a few hundred bytes, which take a browser longer to fetch and link than to run. Code of one route stays in its
 * chunk, and so do dynamically imported modules, such as the texts of a language.
 *
 * A chunk includes the imports of its modules unless an earlier chunk has them. So chunks for more areas come first,
 * and chunks without validation come before those with forms.
 */
function sharedByArea(): Rolldown.CodeSplittingGroup[] {
  const sharedBy = (count: number, isForms: boolean) => (id: string, build: Rolldown.ChunkingContext) => {
    const areas = fewPages(id) || loadsTexts(id) ? [] : areasOf(id, build);
    if (areas.length !== count || validates(id, build) !== isForms) return null;
    return areas.join("-") + (isForms ? "-forms" : "");
  };
  const [ofAll, ...others] = areas.flatMap((_, fewer) =>
    [false, true].map((isForms) => ({ name: sharedBy(areas.length - fewer, isForms) })),
  );
  return [
    ofAll!,
    { name: "validation", test: VALIDATION },
    { name: "account-numbers", test: ACCOUNT_NUMBERS },
    { name: loadsTexts },
    ...others,
    { name: fewPages },
  ];
}

const areas = ["portal", "public", "staff"];

/** Returns the areas whose pages load a module imported by several build entries. */
function areasOf(id: string, build: Rolldown.ChunkingContext): string[] {
  const entries = closure(id, (one) => build.getModuleInfo(one)?.importers).filter(
    (one) => build.getModuleInfo(one)?.isEntry,
  );
  return entries.length < 2 ? [] : areas.filter((area) => entries.some((entry) => isLoadedIn(area, entry)));
}

/** Whether the pages of an area load a build entry. */
function isLoadedIn(area: string, entry: string): boolean {
  if (/\/app\/(root|entry\.client)\./.test(entry)) return true;
  const folder = /\/routes\/(_app|affiliate)[./]/.exec(entry)?.[1];
  return area === (folder === "_app" ? "staff" : folder === "affiliate" ? "portal" : "public");
}

const validates = (id: string, build: Rolldown.ChunkingContext) =>
  closure(id, (one) => build.getModuleInfo(one)?.importedIds).some((one) => VALIDATION.test(one));

function closure(from: string, next: (id: string) => readonly string[] | undefined): string[] {
  const found = new Set([from]);
  // Iterating a set includes elements added meanwhile.
  for (const id of found) for (const one of next(id) ?? []) found.add(one);
  return [...found];
}
