import type { ServerBuild } from "@remix-run/node";
import { isDamaged } from "~/domain/shared/damaged";

/** Whether the path or the query of an address arrived damaged: what was looked for is not known then. */
export function isDamagedAddress(target: string): boolean {
  // Nothing else of an address than what is encoded can be damaged.
  if (!target.includes("%")) return false;
  const [path = "", ...query] = target.split("?");
  const said = [...new URLSearchParams(query.join("?"))].flat();
  try {
    return [decodeURIComponent(path), ...said].some(isDamaged);
  } catch {
    // Bytes that are no UTF-8.
    return true;
  }
}

type Module = ServerBuild["routes"][string]["module"];

/**
 * The same pages, which answer only that their address arrived damaged, whatever they would read of it: with 400 and a
 * sentence in the language of its reader, which the root's loader knows.
 */
export function refusingBuild(build: ServerBuild): ServerBuild {
  const refuse = () => {
    throw new Response("address_damaged", { status: 400, statusText: "Bad Request" });
  };
  const refusing = (module: Module): Module => ({
    ...module,
    ...(module.loader && { loader: refuse }),
    ...(module.action && { action: refuse }),
  });
  const routes = Object.entries(build.routes).map(([id, route]) => [
    id,
    id === "root" ? route : { ...route, module: refusing(route.module) },
  ]);
  return { ...build, routes: Object.fromEntries(routes) as ServerBuild["routes"] };
}
