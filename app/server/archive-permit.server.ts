import { z } from "zod";
import { hashSecret } from "~/domain/identity/secret.server";
import { sealedCookie } from "./sealed-cookie.server";
import { currentSecret } from "./session.server";

// Who takes everything of an organisation away has just shown that it is them. A download is a link, so what they have shown is kept in
// a cookie for a few minutes. It is worth something in this session and organisation only, and gives no rights by itself.

const permitSchema = z.object({
  /** The hash of the session's secret. */
  session: z.string(),
  orgId: z.string(),
});
const cookie = sealedCookie("archive", { minutes: 10 }, permitSchema);

/** The header that lets this session download the archive, for ten minutes. */
export async function permitArchive(request: Request, orgId: string, now: Date): Promise<string> {
  return cookie.keep({ session: hashSecret(await currentSecret(request)), orgId }, now);
}

/** Until when this session may download the archive of this organisation; null when it may not. */
export async function archivePermittedUntil(
  request: Request,
  orgId: string,
  now: Date,
): Promise<Date | null> {
  const kept = await cookie.readKept(request, now);
  const secret = await currentSecret(request);
  if (!kept || kept.isOver || !secret) return null;
  const { value: permit, until } = kept;
  return permit.session === hashSecret(secret) && permit.orgId === orgId ? until : null;
}
