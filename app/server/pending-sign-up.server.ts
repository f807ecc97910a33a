import { z } from "zod";
import { paths } from "~/paths/paths";
import { sealedCookie } from "./sealed-cookie.server";

// The entered sign-up data without the password. The page that points to the mailbox shows the address, sends the email
// again, and leads back to the filled form. Stored only in the browser, as long as the emailed link is valid.

const pendingSchema = z.object({ id: z.string(), name: z.string(), email: z.string() });
export type PendingSignUp = z.infer<typeof pendingSchema>;

const cookie = sealedCookie("pending-sign-up", { path: paths.signIn(), minutes: 60 }, pendingSchema);

/** Returns the header that stores it in this browser. */
export const storePendingSignUp = (pending: PendingSignUp): Promise<string> => cookie.keep(pending, new Date());

/** Returns the sign-up of this browser in the last hour; null if there is none. */
export const pendingSignUp = (request: Request): Promise<PendingSignUp | null> => cookie.read(request, new Date());
