import type { ServerBuild } from "@remix-run/node";
import { isDamaged } from "~/domain/shared/damaged";

/** Whether the path or the query of a URL contains damaged text, so that its target is unknown. */
export function isDamagedAddress(target: string): boolean {
  // Only encoded parts can be damaged.
  if (!target.includes("%")) return false;
  const [path = "", ...query] = target.split("?");
  const said = [...new URLSearchParams(query.join("?"))].flat();
  try {
    return [decodeURIComponent(path), ...said].some(isDamaged);
  } catch {
    // Bytes that are not valid UTF-8.
    return true;
  }
}

type Module = ServerBuild["routes"][string]["module"];

/**
 * Returns a build of the same pages that only respond that their URL is damaged: status 400 with a sentence in the
 * reader's language.
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
