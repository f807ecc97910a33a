import { z } from "zod";
import { paths } from "~/paths/paths";
import { sealedCookie } from "./sealed-cookie.server";

// What somebody has typed to sign up, but for the password: the page that asks them to look into their mailbox names
// the address, sends the mail again, and leads back to the form with what was typed. Kept in the browser alone, as long
// as the link of the mail is valid.

const pendingSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type PendingSignUp = z.infer<typeof pendingSchema>;

const cookie = sealedCookie("pending-sign-up", { path: paths.signIn(), minutes: 60 }, pendingSchema);

/** The header that keeps it in this browser. */
export const keepPendingSignUp = (pending: PendingSignUp): Promise<string> => cookie.keep(pending, new Date());

/** What this browser has signed up with in the last hour; null without. */
export const pendingSignUp = (request: Request): Promise<PendingSignUp | null> => cookie.read(request, new Date());
