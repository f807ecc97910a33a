import type { ServerBuild } from "@remix-run/node";
import { matchRoutes } from "@remix-run/react";
import { expect, test } from "vitest";
import { buildsByAddress } from "./routes-of";

type Routes = Record<string, { id: string; parentId?: string; path?: string; index?: boolean }>;

const routes: Routes = Object.fromEntries(
  [
    { id: "root", path: "" },
    { id: "app", parentId: "root" },
    { id: "leads", parentId: "app", path: "leads" },
    { id: "new", parentId: "leads", path: "new" },
    { id: "lead", parentId: "leads", path: ":leadId", index: true },
    { id: "edit", parentId: "leads", path: ":leadId/edit" },
    { id: "deal", parentId: "leads", path: "deals/:dealId" },
    { id: "affiliates", parentId: "app", path: "affiliates" },
    { id: "settings", parentId: "app", path: "settings" },
    { id: "settings-index", parentId: "settings", index: true },
    { id: "general", parentId: "settings", path: "general" },
    { id: "site", parentId: "root" },
    { id: "home", parentId: "site", index: true },
    { id: "auth", parentId: "site", path: "auth" },
    { id: "mail", parentId: "site", path: "auth/check-mail" },
    { id: "link", parentId: "site", path: "link/:token" },
    { id: "optional", parentId: "root", path: "about/:language?" },
    { id: "rest", parentId: "root", path: "*" },
  ].map((route) => [route.id, route]),
);

const build = { routes, assets: { url: "/m.js", routes } } as unknown as ServerBuild;

function matched({ routes: known }: ServerBuild, path: string) {
  type Tree = { id: string; path?: string; index?: boolean; children?: Tree[] };
  const below = (parent: string | undefined): Tree[] =>
    Object.values(known)
      .filter(({ parentId }) => parentId === parent)
      .map(({ id, path, index }) => {
        const children = below(id);
        return children.length > 0 ? { id, path, children } : { id, path, index };
      });
  return matchRoutes(below(undefined) as never, path)?.map(({ route, params }) => [route.id, params]);
}

const addresses = [
  "/leads /leads/ /leads/new /leads/1 /leads/1/edit /leads/deals/7 /leads/1/2/3 /LEADS /%6Ceads //leads /leadsx",
  "/affiliates /affiliates/3 /settings /settings/general /settings/else / /auth /auth/check-mail /auth/else",
  "/link/secret /link /about /about/de /about/de/more /nothing /nothing/at/all /leads/%2e /constructor /__proto__",
].flatMap((line) => line.split(" "));

test.each(addresses)("[P3] matches %s as if all routes were known", (address) => {
  const buildFor = buildsByAddress(build);
  expect(matched(buildFor(address), address)).toEqual(matched(build, address));
  expect(matched(buildFor(`${address}.data`), address)).toEqual(matched(build, address));
});

test("[P3] limits the routes and the manifest of a page, and creates each build once", () => {
  const buildFor = buildsByAddress(build);
  const leads = buildFor("/leads");
  expect(Object.keys(leads.routes)).toEqual(["root", "app", "leads", "lead", "rest"]);
  expect(Object.keys(leads.assets.routes)).toEqual(Object.keys(leads.routes));
  expect(Object.keys(buildFor("/leads/1").routes)).not.toContain("settings");
  expect(buildFor("/leads")).toBe(leads);
  expect(buildFor("/leads/2")).toBe(buildFor("/leads/1/edit"));
  expect(buildFor("/other/1")).toBe(build);
});
