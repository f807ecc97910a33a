import { createCookie, type Cookie, type CookieOptions } from "@remix-run/node";
import { env, publicAddress } from "./env.server";

/** Whether browsers reach the app over https, so that its cookies need https too. */
export const overHttps = (): boolean => publicAddress(env()).startsWith("https:");

/**
 * Returns the name prefix that makes browsers enforce https and, for site-wide cookies, this exact host. Cookies that
 * scripts can read only hold appearance choices and get no prefix.
 */
function prefixOf(name: string, { httpOnly, path }: CookieOptions): string {
  if (!overHttps() || !httpOnly || name.startsWith("__")) return "";
  return path === "/" ? "__Host-" : "__Secure-";
}

/**
 * Creates an app cookie: site-wide, `SameSite=Lax`, and limited to https where the app runs over https. The linter
 * forbids `createCookie` elsewhere. The cookie is created at its first use, because modules must not read the
 * environment while they load.
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
