import type { Pending } from "~/domain/identity/begin-session.server";
import { overHttps, siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";

// Between the password, or the link of a mail, and the second factor there is no session: what is known by then is in a cookie that
// the program alone can read and make.

const MINUTES = 10;

/** What is kept until the code is given. */
export interface PendingSignIn extends Pending {
  /** The page that was asked for before. */
  wanted: string | null;
  welcome: "signed_in" | "account_created" | "password_saved";
}

let made: ReturnType<typeof siteCookie> | undefined;

/** The prefix keeps pages of other hosts in the same domain from setting it. */
const cookie = () =>
  (made ??= siteCookie(overHttps() ? "__Host-pending" : "pending", () => ({
    httpOnly: true,
    secrets: [sessionSecret()],
    maxAge: MINUTES * 60,
  })));

/** The header that keeps it in the browser. */
export async function keepPending(pending: PendingSignIn, now: Date): Promise<string> {
  const kept = { kind: "pending", until: now.getTime() + MINUTES * 60_000, pending };
  return cookie().serialize(createSealer(sessionSecret()).seal(JSON.stringify(kept)));
}

/** The header that forgets it. */
export const forgetPending = (): Promise<string> => cookie().serialize("", { maxAge: 0 });

/** What is pending in this browser, if it is not too old. */
export async function readPending(request: Request, now = new Date()): Promise<PendingSignIn | null> {
  const sealed: unknown = await cookie().parse(request.headers.get("Cookie"));
  if (typeof sealed !== "string" || !sealed) return null;
  try {
    const kept = JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as {
      kind?: unknown;
      until?: unknown;
      pending: PendingSignIn;
    };
    return kept.kind === "pending" && Number(kept.until) > now.getTime() ? kept.pending : null;
  } catch {
    // Sealed with an earlier secret, or made up.
    return null;
  }
}
