import type { CookieOptions } from "@remix-run/node";
import { z, type ZodType } from "zod";
import { siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";

export interface SealedCookieOptions extends Pick<CookieOptions, "path"> {
  /** Number of minutes a value is valid. */
  minutes: number;
  /** Number of minutes the browser keeps it, where a page must detect an expired value. */
  keptMinutes?: number;
}

/** The value of a cookie and its validity. */
export interface KeptValue<T> {
  value: T;
  /** When it expires. */
  until: Date;
  isOver: boolean;
}

/**
 * Creates a cookie that only this application can write and read. A schema checks its value, which is valid for some
 * minutes and bound to the cookie's name, so it is worthless in another cookie.
 */
export function sealedCookie<T>(name: string, options: SealedCookieOptions, schema: ZodType<T>) {
  const { minutes, keptMinutes = minutes, ...others } = options;
  const cookie = siteCookie(name, () => ({ ...others, httpOnly: true, maxAge: keptMinutes * 60 }));
  const content = z.object({ name: z.literal(name), until: z.number(), value: schema });

  /** Returns the cookie of a request, valid or expired; null if it is missing or not ours. */
  async function readKept(request: Request, now: Date): Promise<KeptValue<T> | null> {
    const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
    if (typeof sealed !== "string" || !sealed) return null;
    try {
      const read = content.safeParse(JSON.parse(createSealer(sessionSecret()).unseal(sealed)));
      if (!read.success) return null;
      const { value, until } = read.data;
      return { value, until: new Date(until), isOver: until <= now.getTime() };
    } catch {
      // Sealed with an earlier secret, or forged.
      return null;
    }
  }

  return {
    /** Returns the header that stores a value in the browser. */
    keep(value: T, now: Date): Promise<string> {
      const until = now.getTime() + minutes * 60_000;
      return cookie.serialize(createSealer(sessionSecret()).seal(JSON.stringify({ name, until, value })));
    },
    /** Returns the header that removes it from the browser. */
    forget: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
    readKept,
    /** Returns the valid value of a request; null otherwise. */
    async read(request: Request, now: Date): Promise<T | null> {
      const kept = await readKept(request, now);
      return kept && !kept.isOver ? kept.value : null;
    },
  };
}
