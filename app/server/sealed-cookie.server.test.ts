import { expect, it } from "vitest";
import { z } from "zod";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";
import { sealedCookie } from "./sealed-cookie.server";

const schema = z.object({ user: z.string() });
const cookie = sealedCookie("one", { minutes: 10, keptMinutes: 60 }, schema);
const value = { user: "Lena" };
const now = new Date("2026-03-01T12:00:00Z");
const after = (minutes: number) => new Date(now.getTime() + minutes * 60_000);

/** Returns a request that sends back the cookie of a header, under any name. */
const bring = (header: string, name = /^[^=]+/.exec(header)![0]) =>
  new Request("https://finderlohn.test/", {
    headers: { cookie: `${name}=${/=([^;]*)/.exec(header)![1]}` },
  });

it("[AUTH-14] a sealed cookie returns its value, and is not readable in the browser", async () => {
  const header = await cookie.keep(value, now);
  expect(header).toContain("HttpOnly");
  expect(Buffer.from(decodeURIComponent(header), "base64").toString()).not.toContain("Lena");
  expect(await cookie.read(bring(header), now)).toEqual(value);
  expect(await cookie.forget()).toContain("Max-Age=0");
});

it("[AUTH-14] a sealed cookie is valid for its minutes, however long a browser keeps it", async () => {
  const header = await cookie.keep(value, now);
  expect(header).toContain("Max-Age=3600");
  expect(await cookie.read(bring(header), after(9.99))).toEqual(value);
  expect(await cookie.read(bring(header), after(10))).toBeNull();
  expect(await cookie.readKept(bring(header), after(10))).toEqual({ value, until: after(10), isOver: true });
});

it("[AUTH-14] a sealed cookie that is forged, of another name or of another shape is ignored", async () => {
  const header = await cookie.keep(value, now);
  const other = sealedCookie("two", { minutes: 10 }, schema);
  expect(await other.read(bring(header, "two"), now)).toBeNull();
  const wider = sealedCookie("one", { minutes: 10 }, z.object({ user: z.number() }));
  expect(await wider.read(bring(header), now)).toBeNull();
  expect(await cookie.read(new Request("https://finderlohn.test/"), now)).toBeNull();
  const withoutEnd = JSON.stringify({ name: "one", value });
  for (const sealed of ["", "made-up", ...["not JSON", withoutEnd].map(createSealer(sessionSecret()).seal)]) {
    const quoted = Buffer.from(JSON.stringify(sealed)).toString("base64");
    expect(await cookie.read(bring(`one=${quoted}`), now)).toBeNull();
  }
});
