import { z } from "zod";
import { hashSecret } from "~/domain/identity/secret.server";
import { sealedCookie } from "./sealed-cookie.server";
import { currentSecret } from "./session.server";

// Who takes everything of an organisation away has just shown that it is them. A download is a link, so what they have shown is kept in
// a cookie for a few minutes. It is worth something in this session and organisation only, and gives no rights by itself.

const MINUTES = 10;

const permitSchema = z.object({
  /** The hash of the session's secret. */
  session: z.string(),
  orgId: z.string(),
  /** In milliseconds. */
  until: z.number(),
});
const cookie = sealedCookie("archive", { maxAge: MINUTES * 60 }, permitSchema);

/** The header that lets this session download the archive, for ten minutes. */
export async function permitArchive(request: Request, orgId: string, now: Date): Promise<string> {
  const session = hashSecret(await currentSecret(request));
  return cookie.keep({ session, orgId, until: now.getTime() + MINUTES * 60_000 });
}

/** Until when this session may download the archive of this organisation; null when it may not. */
export async function archivePermittedUntil(
  request: Request,
  orgId: string,
  now: Date,
): Promise<Date | null> {
  const permit = await cookie.read(request);
  const secret = await currentSecret(request);
  const isOurs = permit && secret && permit.session === hashSecret(secret) && permit.orgId === orgId;
  return isOurs && permit.until > now.getTime() ? new Date(permit.until) : null;
}
