import { z } from "zod";
import type { Pending } from "~/domain/identity/begin-session.server";
import { doors } from "~/domain/identity/session.server";
import { sealedCookie } from "./sealed-cookie.server";

// Between the password, or the emailed link, and the second factor there is no session. A cookie holds what is known by
// then.

/** Contents of the cookie until the code is entered. */
const pendingSignIn = z.object({
  userId: z.string(),
  door: z.enum(doors),
  orgId: z.string().nullable(),
  affiliateOrgId: z.string().nullable(),
  password: z.string(),
  /** The page that was requested before. */
  wanted: z.string().nullable(),
  welcome: z.enum(["signed_in", "account_created", "password_saved", "email_changed"]),
});
export type PendingSignIn = z.infer<typeof pendingSignIn> & Pending;

const cookie = sealedCookie("pending", { minutes: 10 }, pendingSignIn);

/** Returns the header that stores it in the browser. */
export const storePending = (pending: PendingSignIn, now: Date): Promise<string> => cookie.keep(pending, now);

/** Returns the header that clears it. */
export const clearPending = (): Promise<string> => cookie.forget();

/** Returns the pending sign-in of this browser, if it has not expired. */
export const readPending = (request: Request, now = new Date()): Promise<PendingSignIn | null> =>
  cookie.read(request, now);
