import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { env, publicAddress } from "./env.server";

/** Whether browsers reach the program over https, so that cookies are for https only. */
export const overHttps = (): boolean => publicAddress(env()).startsWith("https:");

/**
 * A cookie of ours: for the whole site, not sent with other sites' requests, and under https for https only. The linter
 * refuses `createCookie` elsewhere. It is made at first use, because the environment is not read while modules load.
 */
export function siteCookie(name: string, options: () => CookieOptions): Pick<Cookie, "parse" | "serialize"> {
  let cookie: Cookie | undefined;
  const made = () =>
    (cookie ??= createCookie(name, { path: "/", sameSite: "lax", ...options(), secure: overHttps() }));
  return {
    parse: (header, more) => made().parse(header, more),
    serialize: (value, more) => made().serialize(value, more),
  };
}
