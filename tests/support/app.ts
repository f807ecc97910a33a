import path from "node:path";
import { flatRoutes } from "@remix-run/dev/dist/config/flat-routes.js";
import { createRequestHandler, type RequestHandler, type ServerBuild } from "@remix-run/server-runtime";
import { TEST_APP_URL } from "./database";
import { buildsByAddress } from "../../cli/http/routes-of";
import { projectRoot } from "../../cli/project-root";
import remixConfig from "../../remix.config.js";

// The whole app in this process: requests reach the routes of the build's manifest like a browser's.

export interface AppRoute {
  /** Name in the manifest without the folder: "_app.leads.new". */
  name: string;
  /** Path with parameters: "/leads/:leadId/edit". */
  path: string;
  /** Remix's id of the route. */
  id: string;
  index: boolean;
  hasLoader: boolean;
  hasAction: boolean;
}

type Module = { loader?: unknown; action?: unknown; default?: unknown };
const modules = import.meta.glob<Module>(["../../app/root.tsx", "../../app/routes/**/*.tsx"]);

export interface Answer {
  status: number;
  /** Target of a redirect; null if there is none. */
  to: string | null;
  body: string;
  /** Toast for the next page; null if there is none. */
  toast: string | null;
}

/** Reads the route manifest of the build and the path of each route. */
function readManifest() {
  const folder = path.join(projectRoot(), "app");
  const files = {
    root: { id: "root", path: "", file: "root.tsx", parentId: undefined, index: undefined },
    ...flatRoutes(folder, remixConfig.ignoredRouteFiles, "routes"),
  } as Record<string, { id: string; path?: string; index?: boolean; parentId?: string; file: string }>;
  const addressOf = (id: string): string => {
    const route = files[id]!;
    const above = route.parentId && route.parentId !== "root" ? addressOf(route.parentId) : "";
    return route.path ? `${above}/${route.path}` : above;
  };
  return { files, addressOf };
}

const nameOf = (id: string) => id.replace(/^routes\//, "");

/** Returns the path of each route by its name, with parameters. */
export function routeAddresses(): Map<string, string> {
  const { files, addressOf } = readManifest();
  return new Map(Object.keys(files).map((id) => [nameOf(id), addressOf(id) || "/"]));
}

/** Starts the app from the route manifest. Returns functions that send requests. */
export async function startApp() {
  const { files, addressOf } = readManifest();
  const routes = Object.fromEntries(
    await Promise.all(
      Object.entries(files).map(async ([id, route]) => {
        const module = await modules[`../../app/${route.file}`]!();
        return [id, { ...route, parentId: route.parentId ?? (id === "root" ? undefined : "root"), module }];
      }),
    ),
  ) as ServerBuild["routes"];
  const build = {
    mode: "test",
    routes,
    publicPath: "/",
    assetsBuildDirectory: "",
    isSpaMode: false,
    assets: { entry: { imports: [], module: "" }, routes: {}, url: "", version: "" },
    future: remixConfig.future,
    entry: { module: { default: () => new Response(null) } },
  } as unknown as ServerBuild;
  const buildFor = buildsByAddress(build);
  const handlers = new Map<ServerBuild, RequestHandler>();
  const handlerFor = (path: string) => {
    const narrowed = buildFor(path);
    const handler = handlers.get(narrowed) ?? createRequestHandler(narrowed, "test");
    handlers.set(narrowed, handler);
    return handler;
  };

  const list = Object.keys(routes).map((id): AppRoute => {
    const { loader, action } = routes[id]!.module as Module;
    return {
      id,
      name: nameOf(id),
      path: addressOf(id) || "/",
      index: Boolean(files[id]!.index),
      hasLoader: Boolean(loader),
      hasAction: Boolean(action),
    };
  });

  /** Requests a route's data, or posts a form to it. */
  async function ask(
    route: AppRoute,
    address: string,
    { cookie, form }: { cookie: string | undefined; form?: Record<string, string> },
  ): Promise<Answer> {
    const url = new URL(`${address === "/" ? "/_root" : address}.data`, TEST_APP_URL);
    if (form && route.index) url.searchParams.set("index", "");
    if (!form) url.searchParams.set("_routes", route.id);
    const request = new Request(url, {
      headers: { "Accept-Language": "en", ...(cookie && { Cookie: cookie }) },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    const response = await handlerFor(url.pathname)(request, { nonce: "", requestId: "", ip: "127.0.0.1" });
    const body = await response.text();
    // Single fetch represents redirects this way.
    const to = response.status === 202 ? (/"redirect","([^"]*)"/.exec(body)?.[1] ?? "?") : null;
    return { status: response.status, to, body, toast: toastOf(response) };
  }
  return { routes: list, ask };
}

function toastOf(response: Response): string | null {
  const line = response.headers.getSetCookie().find((cookie) => cookie.startsWith("flash="));
  const value = line?.slice("flash=".length).split(";")[0];
  if (!value) return null;
  const { title, description } = JSON.parse(Buffer.from(decodeURIComponent(value), "base64").toString()) as Record<
    string,
    string
  >;
  return [title, description].filter(Boolean).join(": ");
}
