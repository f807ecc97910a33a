import { randomBytes } from "node:crypto";
import { z } from "zod";
import { sealedCookie } from "./sealed-cookie.server";

// A cookie recognizes a browser in which a user has signed in before (OWASP: device cookies). Guesses in other browsers
// do not count for it, so an attacker cannot lock it out. The cookie signs nobody in and gives no rights.

const DAYS = 400;
/** Users of one browser that are remembered, the latest first. */
const MAX_PEOPLE = 5;

const person = z.object({ userId: z.string(), email: z.string(), device: z.string() });
const cookie = sealedCookie("device", { minutes: DAYS * 24 * 60 }, z.array(person));

/**
 * Returns the device name of this browser for a user who has signed in here before; null otherwise. `who` is an email
 * address or a user id.
 */
export async function knownDevice(request: Request, who: string): Promise<string | null> {
  const people = (await cookie.read(request, new Date())) ?? [];
  return people.find(({ userId, email }) => userId === who || email === who)?.device ?? null;
}

/** Returns the header that makes this browser known for a signed-in user. */
export async function rememberDevice(
  request: Request,
  { userId, email }: { userId: string; email: string },
): Promise<string> {
  const people = (await cookie.read(request, new Date())) ?? [];
  const known = people.find((one) => one.userId === userId);
  const device = known?.device ?? randomBytes(16).toString("base64url");
  const others = people.filter((one) => one.userId !== userId);
  return cookie.keep([{ userId, email, device }, ...others].slice(0, MAX_PEOPLE), new Date());
}
