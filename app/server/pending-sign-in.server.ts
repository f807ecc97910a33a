import { z } from "zod";
import type { Pending } from "~/domain/identity/begin-session.server";
import { doors } from "~/domain/identity/session.server";
import { sealedCookie } from "./sealed-cookie.server";

// Between the password, or the link of a mail, and the second factor there is no session: what is known by then is in a cookie.

const MINUTES = 10;

/** What is kept until the code is given. */
const pendingSignIn = z.object({
  userId: z.string(),
  door: z.enum(doors),
  orgId: z.string().nullable(),
  affiliateOrgId: z.string().nullable(),
  password: z.string(),
  /** The page that was asked for before. */
  wanted: z.string().nullable(),
  welcome: z.enum(["signed_in", "account_created", "password_saved"]),
});
export type PendingSignIn = z.infer<typeof pendingSignIn> & Pending;

const cookie = sealedCookie(
  "pending",
  { maxAge: MINUTES * 60 },
  z.object({ pending: pendingSignIn, until: z.number() }),
);

/** The header that keeps it in the browser. */
export const keepPending = (pending: PendingSignIn, now: Date): Promise<string> =>
  cookie.keep({ pending, until: now.getTime() + MINUTES * 60_000 });

/** The header that forgets it. */
export const forgetPending = (): Promise<string> => cookie.forget();

/** What is pending in this browser, if it is not too old. */
export async function readPending(request: Request, now = new Date()): Promise<PendingSignIn | null> {
  const kept = await cookie.read(request);
  return kept && kept.until > now.getTime() ? kept.pending : null;
}
