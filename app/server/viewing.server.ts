import { z } from "zod";
import { hashSecret } from "~/domain/identity/secret.server";
import { sealedCookie } from "./sealed-cookie.server";

// A cookie beside the session marks that a staff member views the portal as an affiliate; the session stays unchanged.
// The cookie names its session, ends with it, and is worthless in another one. It gives no rights: every request checks
// the permission again (open-scope.server.ts).

/** The viewed portal. */
const viewingSchema = z.object({
  orgId: z.string(),
  affiliateId: z.string(),
});
export type Viewed = z.infer<typeof viewingSchema>;

export interface Viewing extends Viewed {
  /** End of the view. */
  until: Date;
}

const cookie = sealedCookie(
  "viewing",
  // The browser keeps the cookie longer than it is valid, so that a page from before its end can report it.
  { minutes: 30, keptMinutes: 24 * 60 },
  /** The hash of the session's secret is part of the cookie. */
  viewingSchema.extend({ session: z.string() }),
);

/** Returns the header with which this session views an affiliate's portal, for half an hour. */
export const storeViewing = (secret: string, { orgId, affiliateId }: Viewed, now: Date): Promise<string> =>
  cookie.keep({ session: hashSecret(secret), orgId, affiliateId }, now);

/** Returns the header that ends the view in the browser. */
export const clearViewing = (): Promise<string> => cookie.forget();

/** Returns the portal that this session views, or viewed until recently; null if it never did. */
export async function readViewing(
  request: Request,
  secret: string,
  now: Date,
): Promise<(Viewing & { isOver: boolean }) | null> {
  const kept = await cookie.readKept(request, now);
  if (!kept || !secret || kept.value.session !== hashSecret(secret)) return null;
  const { value, until, isOver } = kept;
  return { orgId: value.orgId, affiliateId: value.affiliateId, until, isOver };
}
