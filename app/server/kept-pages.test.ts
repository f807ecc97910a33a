import type { EntryContext } from "@remix-run/node";
import { expect, test } from "vitest";
import { plainPage } from "~/browser/plain-page";
import { keepPage, keptPage, keyOfPage, NONCE_TO_COME } from "./kept-pages.server";

interface Facts {
  user?: string | null;
  theme?: string;
  requestId?: string;
  status?: number;
  handle?: object;
}

/** Returns what Remix passes on for a page below the public shell. */
const rendered = ({ user = null, theme = "system", requestId = "1", status = 200, handle = plainPage }: Facts) =>
  ({
    routeModules: { page: { handle } },
    staticHandlerContext: {
      statusCode: status,
      errors: null,
      matches: [{ route: { id: "page" } }],
      loaderData: { root: { theme, requestId }, "routes/_site": { user }, page: { title: "Finderlohn" } },
    },
  }) as unknown as EntryContext;
const key = (facts: Facts, url = "http://localhost/") => keyOfPage(url, rendered(facts));

test("[P6] stores a public page by its content, and never a page of a signed-in user", () => {
  expect(key({})).toBe(key({ requestId: "2" }));
  expect(new Set([key({}), key({ theme: "dark" }), key({}, "http://localhost/?lang=de")]).size).toBe(3);
  for (const facts of [{ user: "018f" }, { status: 404 }, { handle: {} }]) expect(key(facts)).toBeNull();
});

test("[P6] gives a stored page the nonce of each response, and removes the oldest page above the limit", () => {
  keepPage("page", `<script nonce="${NONCE_TO_COME}"></script><script nonce="${NONCE_TO_COME}"></script>`);
  expect(keptPage("page", "a$&b")).toBe(`<script nonce="a$&b"></script><script nonce="a$&b"></script>`);
  for (let others = 0; others < 39; others++) keepPage(`other ${others}`, "");
  expect(keptPage("page", "n")).toBeDefined();
  keepPage("one more", "");
  expect([keptPage("page", "n"), keptPage("other 0", "n")]).toEqual([undefined, ""]);
});
