import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { env, publicAddress } from "./env.server";

/** Whether browsers reach the program over https, so that cookies are for https only. */
export const overHttps = (): boolean => publicAddress(env()).startsWith("https:");

/**
 * What browsers check by the name of a cookie: that it was set over https and, for the whole site, by this host alone.
 * Cookies that scripts read hold choices of appearance only, and go without.
 */
function prefixOf(name: string, { httpOnly, path }: CookieOptions): string {
  if (!overHttps() || !httpOnly || name.startsWith("__")) return "";
  return path === "/" ? "__Host-" : "__Secure-";
}

/**
 * A cookie of ours: for the whole site, not sent with other sites' requests, and under https for https only. The linter
 * refuses `createCookie` elsewhere. It is made at first use, because the environment is not read while modules load.
 */
export function siteCookie(name: string, options: () => CookieOptions): Pick<Cookie, "parse" | "serialize"> {
  let cookie: Cookie | undefined;
  const make = () => {
    const all = { path: "/", sameSite: "lax", ...options(), secure: overHttps() } as const;
    return createCookie(prefixOf(name, all) + name, all);
  };
  const made = () => (cookie ??= make());
  return {
    parse: (header, more) => made().parse(header, more),
    serialize: (value, more) => made().serialize(value, more),
  };
}
