import type { ServerBuild } from "@remix-run/node";

/**
 * Returns a function that selects a build with only the routes that a path can match. Remix scans all routes several
 * times per page, which took 5 % of the leads screen. A route is left out only if its first part differs or if it is
 * deeper than the path, so the match stays the same.
 */
export function buildsByAddress(build: ServerBuild): (path: string) => ServerBuild {
  const parts = partsOfRoutes(build);
  const first = firstParts(build);
  const known = new Map<string, ServerBuild>();
  return (path) => {
    const [, start = "", ...rest] = path.replace(/\.data$/, "").split("/");
    // Leaves unusual paths, for example with capitals or encoded letters, to the complete build.
    if (!first.has(start)) return build;
    const key = rest.length === 0 ? start : `${start}/`;
    const found = known.get(key) ?? narrowed(build, parts, start, rest.length === 0);
    known.set(key, found);
    return found;
  };
}

/** Returns the first parts of all routes. */
export function firstParts(build: ServerBuild): Set<string> {
  return new Set([...partsOfRoutes(build).values()].flatMap(([part]) => (part && isFixed(part) ? [part] : [])));
}

const isFixed = (part: string) => !/[:*?]/.test(part);

/** Returns the path parts of each route. */
function partsOfRoutes({ routes }: ServerBuild): Map<string, string[]> {
  const partsOf = (id: string | undefined): string[] => {
    const route = id === undefined ? undefined : routes[id];
    if (!route) return [];
    return [...partsOf(route.parentId), ...(route.path?.split("/").filter(Boolean) ?? [])];
  };
  return new Map(Object.keys(routes).map((id) => [id, partsOf(id)]));
}

function narrowed(build: ServerBuild, parts: Map<string, string[]>, start: string, isWhole: boolean): ServerBuild {
  const matches = ([part = start, ...deeper]: string[]) =>
    (!isFixed(part) || part === start) && !(isWhole && deeper.some(isFixed));
  const kept = new Set<string>();
  for (const [id, own] of parts) {
    // A layout without a path is needed only if one of its routes is.
    if (own.length === 0 || !matches(own)) continue;
    for (let one: string | undefined = id; one !== undefined; one = build.routes[one]?.parentId) kept.add(one);
  }
  const only = <T>(all: Record<string, T>) => Object.fromEntries(Object.entries(all).filter(([id]) => kept.has(id)));
  return {
    ...build,
    routes: only(build.routes),
    assets: { ...build.assets, routes: only(build.assets.routes) },
  };
}
