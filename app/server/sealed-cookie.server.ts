import type { CookieOptions } from "@remix-run/node";
import { z, type ZodType } from "zod";
import { siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";

export interface SealedCookieOptions extends Pick<CookieOptions, "path"> {
  /** How long a value is valid. */
  minutes: number;
  /** How long the browser keeps it, where a page has to know of a value that is no longer valid. */
  keptMinutes?: number;
}

/** What a cookie was made with. */
export interface KeptValue<T> {
  value: T;
  /** When it stops to be valid. */
  until: Date;
  isOver: boolean;
}

/**
 * A cookie that only this program can make and read. What it holds is checked by a schema, is valid for some minutes,
 * and is bound to the cookie's name: the content of one cookie is worth nothing in another.
 */
export function sealedCookie<T>(name: string, options: SealedCookieOptions, schema: ZodType<T>) {
  const { minutes, keptMinutes = minutes, ...others } = options;
  const cookie = siteCookie(name, () => ({ ...others, httpOnly: true, maxAge: keptMinutes * 60 }));
  const content = z.object({ name: z.literal(name), until: z.number(), value: schema });

  /** What a request brings, still valid or not; null when it brings nothing, or nothing of ours. */
  async function readKept(request: Request, now: Date): Promise<KeptValue<T> | null> {
    const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
    if (typeof sealed !== "string" || !sealed) return null;
    try {
      const read = content.safeParse(JSON.parse(createSealer(sessionSecret()).unseal(sealed)));
      if (!read.success) return null;
      const { value, until } = read.data;
      return { value, until: new Date(until), isOver: until <= now.getTime() };
    } catch {
      // Sealed with an earlier secret, or made up.
      return null;
    }
  }

  return {
    /** The header that keeps a value in the browser. */
    keep(value: T, now: Date): Promise<string> {
      const until = now.getTime() + minutes * 60_000;
      return cookie.serialize(createSealer(sessionSecret()).seal(JSON.stringify({ name, until, value })));
    },
    /** The header that removes it from the browser. */
    forget: (): Promise<string> => cookie.serialize("", { maxAge: 0 }),
    readKept,
    /** What a request brings and is still valid; null otherwise. */
    async read(request: Request, now: Date): Promise<T | null> {
      const kept = await readKept(request, now);
      return kept && !kept.isOver ? kept.value : null;
    },
  };
}
