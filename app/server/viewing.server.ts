import { z } from "zod";
import { hashSecret } from "~/domain/identity/secret.server";
import { sealedCookie } from "./sealed-cookie.server";

// That somebody of the staff sees the portal as an affiliate is known by a cookie beside their session, which stays what it is. The
// cookie names the session it belongs to: in another one it is worth nothing, and it ends with it. It gives no rights by itself; who
// may look is asked anew at every request (open-scope.server.ts).

const MINUTES = 30;
/** The browser keeps it longer than it is good for, so that a page from before its end can be told so. */
const KEPT_SECONDS = 24 * 60 * 60;

/** Whose portal is looked at. */
const viewingSchema = z.object({
  orgId: z.string(),
  affiliateId: z.string(),
  /** When it ends, in milliseconds. */
  until: z.number(),
});
export type Viewing = z.infer<typeof viewingSchema>;

const cookie = sealedCookie(
  "viewing",
  { maxAge: KEPT_SECONDS },
  /** With the hash of the session's secret. */
  viewingSchema.extend({ session: z.string() }),
);

/** The header with which this session sees an affiliate's portal, for half an hour. */
export const keepViewing = (
  secret: string,
  { orgId, affiliateId }: Pick<Viewing, "orgId" | "affiliateId">,
  now: Date,
): Promise<string> => {
  const until = now.getTime() + MINUTES * 60_000;
  return cookie.keep({ session: hashSecret(secret), orgId, affiliateId, until });
};

/** The header that ends it in the browser. */
export const forgetViewing = (): Promise<string> => cookie.forget();

/** Whose portal this session sees, or saw until a while ago; null when it never did. */
export async function readViewing(
  request: Request,
  secret: string,
  now: Date,
): Promise<(Viewing & { isOver: boolean }) | null> {
  const kept = await cookie.read(request);
  if (!kept || !secret || kept.session !== hashSecret(secret)) return null;
  const { orgId, affiliateId, until } = kept;
  return { orgId, affiliateId, until, isOver: until <= now.getTime() };
}
