import { z } from "zod";
import type { Pending } from "~/domain/identity/begin-session.server";
import { doors } from "~/domain/identity/session.server";
import { sealedCookie } from "./sealed-cookie.server";

// Between the password, or the link of a mail, and the second factor there is no session: what is known by then is in a
// cookie.

/** What is kept until the code is given. */
const pendingSignIn = z.object({
  userId: z.string(),
  door: z.enum(doors),
  orgId: z.string().nullable(),
  affiliateOrgId: z.string().nullable(),
  password: z.string(),
  /** The page that was asked for before. */
  wanted: z.string().nullable(),
  welcome: z.enum(["signed_in", "account_created", "password_saved", "email_changed"]),
});
export type PendingSignIn = z.infer<typeof pendingSignIn> & Pending;

const cookie = sealedCookie("pending", { minutes: 10 }, pendingSignIn);

/** The header that keeps it in the browser. */
export const keepPending = (pending: PendingSignIn, now: Date): Promise<string> => cookie.keep(pending, now);

/** The header that forgets it. */
export const forgetPending = (): Promise<string> => cookie.forget();

/** What is pending in this browser, if it is not too old. */
export const readPending = (request: Request, now = new Date()): Promise<PendingSignIn | null> =>
  cookie.read(request, now);
