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
      output: isSsrBuild
        ? {}
        : {
            codeSplitting: {
              groups: [{ name: "validation", test: VALIDATION, priority: 1 }, { name: sharedByArea() }],
            },
          },
    },
  },
  // Only the icons that are used are then in memory, not the whole package.
  ssr: { noExternal: ["lucide-react"] },
}));

/** Checks what is typed into forms; large, and of no use to pages without forms. */
const VALIDATION = /\/node_modules\/(zod|@conform-to)\//;

/**
 * Puts what several routes share into one chunk per set of areas that use it. Left to itself the bundler makes dozens of
 * chunks of a few hundred bytes, which take a browser longer to fetch and link than to run. Code of one route stays in
 * its chunk, and so do modules that are imported when they are needed, such as the texts of a language.
 */
function sharedByArea(): (id: string, context: Rolldown.ChunkingContext) => string | null {
  return (id, context) => {
    const entries = [...closure(id, (one) => context.getModuleInfo(one)?.importers)].filter(
      (one) => context.getModuleInfo(one)?.isEntry,
    );
    if (entries.length < 2) return null;
    const areas = [...new Set(entries.map(areaOf))].sort();
    const name = areas.includes("every") ? "every" : areas.join("-");
    const isValidating = [...closure(id, (one) => context.getModuleInfo(one)?.importedIds)].some((one) =>
      VALIDATION.test(one),
    );
    return isValidating ? `${name}-forms` : name;
  };
}

/** Which pages load an entry of the build. */
function areaOf(entry: string): string {
  if (/\/app\/(root|entry\.client)\./.test(entry)) return "every";
  return (
    { _app: "staff", affiliate: "portal" }[/\/routes\/(_app|affiliate)[./]/.exec(entry)?.[1] ?? ""] ??
    "public"
  );
}

function closure(from: string, next: (id: string) => readonly string[] | undefined): Set<string> {
  const found = new Set([from]);
  // A set gives what is added to it while it is walked through.
  for (const id of found) for (const one of next(id) ?? []) found.add(one);
  return found;
}
