import { z } from "zod";
import { hashSecret } from "~/domain/identity/secret.server";
import { sealedCookie } from "./sealed-cookie.server";

// That somebody of the staff sees the portal as an affiliate is known by a cookie beside their session, which stays
// what it is. The cookie names the session it belongs to: in another one it is worth nothing, and it ends with it. It
// gives no rights by itself; who may look is asked anew at every request (open-scope.server.ts).

/** Whose portal is looked at. */
const viewingSchema = z.object({
  orgId: z.string(),
  affiliateId: z.string(),
});
export type Viewed = z.infer<typeof viewingSchema>;

export interface Viewing extends Viewed {
  /** When it ends. */
  until: Date;
}

const cookie = sealedCookie(
  "viewing",
  // The browser keeps it longer than it is valid, so that a page from before its end can be told so.
  { minutes: 30, keptMinutes: 24 * 60 },
  /** With the hash of the session's secret. */
  viewingSchema.extend({ session: z.string() }),
);

/** The header with which this session sees an affiliate's portal, for half an hour. */
export const keepViewing = (secret: string, { orgId, affiliateId }: Viewed, now: Date): Promise<string> =>
  cookie.keep({ session: hashSecret(secret), orgId, affiliateId }, now);

/** The header that ends it in the browser. */
export const forgetViewing = (): Promise<string> => cookie.forget();

/** Whose portal this session sees, or saw until a while ago; null when it never did. */
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
