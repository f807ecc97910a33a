import { hashSecret } from "~/domain/identity/secret.server";
import { overHttps, siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";

// That somebody of the staff sees the portal as an affiliate is known by a cookie beside their session, which stays what it is. The
// cookie names the session it belongs to: in another one it is worth nothing, and it ends with it. It gives no rights by itself; who
// may look is asked anew at every request (open-scope.server.ts).

const MINUTES = 30;
/** The browser keeps it longer than it is good for, so that a page from before its end can be told so. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Whose portal is looked at. */
export interface Viewing {
  orgId: string;
  affiliateId: string;
  /** When it ends, in milliseconds. */
  until: number;
}

interface Kept extends Viewing {
  kind: "viewing";
  /** The hash of the session's secret. */
  session: string;
}

let made: ReturnType<typeof siteCookie> | undefined;

/** The prefix keeps pages of other hosts in the same domain from setting it. */
const cookie = () =>
  (made ??= siteCookie(overHttps() ? "__Host-viewing" : "viewing", () => ({
    httpOnly: true,
    maxAge: KEPT_SECONDS,
  })));

/** The header with which this session sees an affiliate's portal, for half an hour. */
export async function keepViewing(
  secret: string,
  { orgId, affiliateId }: Pick<Viewing, "orgId" | "affiliateId">,
  now: Date,
): Promise<string> {
  const until = now.getTime() + MINUTES * 60_000;
  const kept: Kept = { kind: "viewing", session: hashSecret(secret), orgId, affiliateId, until };
  return cookie().serialize(createSealer(sessionSecret()).seal(JSON.stringify(kept)));
}

/** The header that ends it in the browser. */
export const forgetViewing = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** Whose portal this session sees, or saw until a while ago; null when it never did. */
export async function readViewing(
  request: Request,
  secret: string,
  now: Date,
): Promise<(Viewing & { isOver: boolean }) | null> {
  const sealed: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (typeof sealed !== "string" || !sealed || !secret) return null;
  try {
    const kept = JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as Partial<Kept>;
    const { kind, session, orgId, affiliateId, until } = kept;
    if (kind !== "viewing" || session !== hashSecret(secret) || !orgId || !affiliateId) return null;
    const end = Number(until);
    return { orgId, affiliateId, until: end, isOver: !(end > now.getTime()) };
  } catch {
    // Sealed with an earlier secret, or made up.
    return null;
  }
}
