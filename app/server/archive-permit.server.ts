import { hashSecret } from "~/domain/identity/secret.server";
import { siteCookie } from "~/platform/cookie.server";
import { createSealer } from "~/platform/seal.server";
import { sessionSecret } from "./app-context.server";
import { currentSecret } from "./session.server";

// Who takes everything of an organisation away has just shown that it is them. A download is a link, so what they have shown is kept in
// a cookie for a few minutes. It is worth something in this session and organisation only, and gives no rights by itself.

const MINUTES = 10;

const cookie = siteCookie("archive", () => ({ httpOnly: true, maxAge: MINUTES * 60 }));

interface Permit {
  kind: "archive";
  /** The hash of the session's secret. */
  session: string;
  orgId: string;
  /** In milliseconds. */
  until: number;
}

/** The header that lets this session download the archive, for ten minutes. */
export async function permitArchive(request: Request, orgId: string, now: Date): Promise<string> {
  const permit: Permit = {
    ...{ kind: "archive", session: hashSecret(await currentSecret(request)), orgId },
    until: now.getTime() + MINUTES * 60_000,
  };
  return cookie.serialize(createSealer(sessionSecret()).seal(JSON.stringify(permit)));
}

/** Until when this session may download the archive of this organisation; null when it may not. */
export async function archivePermittedUntil(
  request: Request,
  orgId: string,
  now: Date,
): Promise<Date | null> {
  const sealed: unknown = await cookie.parse(request.headers.get("Cookie"));
  const secret = await currentSecret(request);
  if (typeof sealed !== "string" || !sealed || !secret) return null;
  try {
    const permit = JSON.parse(createSealer(sessionSecret()).unseal(sealed)) as Partial<Permit>;
    const isOurs =
      permit.kind === "archive" && permit.session === hashSecret(secret) && permit.orgId === orgId;
    const until = Number(permit.until);
    return isOurs && until > now.getTime() ? new Date(until) : null;
  } catch {
    // Sealed with an earlier secret, or made up.
    return null;
  }
}
