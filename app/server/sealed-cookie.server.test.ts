import { expect, it } from "vitest";
import { z } from "zod";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";
import { sealedCookie } from "./sealed-cookie.server";

const schema = z.object({ user: z.string(), until: z.number() });
const cookie = sealedCookie("one", { maxAge: 60 }, schema);
const value = { user: "Lena", until: 1 };

/** A request that brings back what a header has set, under any name. */
const bring = (header: string, name = /^[^=]+/.exec(header)![0]) =>
  new Request("https://finderlohn.test/", {
    headers: { cookie: `${name}=${/=([^;]*)/.exec(header)![1]}` },
  });

it("[AUTH-14] what a sealed cookie holds comes back as it was kept, and is not readable in the browser", async () => {
  const header = await cookie.keep(value);
  expect(header).toContain("HttpOnly");
  expect(Buffer.from(decodeURIComponent(header), "base64").toString()).not.toContain("Lena");
  expect(await cookie.read(bring(header))).toEqual(value);
  expect(await cookie.forget()).toContain("Max-Age=0");
});

it("[AUTH-14] what is made up, of another cookie or of another shape is nothing", async () => {
  const header = await cookie.keep(value);
  const other = sealedCookie("two", { maxAge: 60 }, schema);
  expect(await other.read(bring(header, "two"))).toBeNull();
  const wider = sealedCookie("one", { maxAge: 60 }, z.object({ user: z.number() }));
  expect(await wider.read(bring(header))).toBeNull();
  expect(await cookie.read(new Request("https://finderlohn.test/"))).toBeNull();
  for (const sealed of ["", "made-up", createSealer(sessionSecret()).seal("not JSON")]) {
    const quoted = Buffer.from(JSON.stringify(sealed)).toString("base64");
    expect(await cookie.read(bring(`one=${quoted}`))).toBeNull();
  }
});
