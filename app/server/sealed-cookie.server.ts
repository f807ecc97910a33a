import type { CookieOptions } from "@remix-run/node";
import type { ZodType } from "zod";
import { siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";

/**
 * A cookie that only this program can make and read. What it holds is checked by a schema, and is bound to the cookie's name: the
 * content of one cookie is worth nothing in another.
 */
export function sealedCookie<T>(name: string, options: CookieOptions, schema: ZodType<T>) {
  const cookie = siteCookie(name, () => ({ ...options, httpOnly: true }));
  return {
    /** The header that keeps a value in the browser. */
    keep: (value: T): Promise<string> =>
      cookie.serialize(createSealer(sessionSecret()).seal(JSON.stringify({ name, value }))),
    /** The header that removes it from the browser. */
    forget: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
    /** What a request brings; null when it brings nothing, or nothing of ours. */
    async read(request: Request): Promise<T | null> {
      const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
      if (typeof sealed !== "string" || !sealed) return null;
      try {
        const kept = JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as Record<string, unknown>;
        const read = schema.safeParse(kept["value"]);
        return kept["name"] === name && read.success ? read.data : null;
      } catch {
        // Sealed with an earlier secret, or made up.
        return null;
      }
    },
  };
}
