import type { IdentityScope } from "../shared/scope";
import { HANDED_OUT, isHandedOut } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used. */
export const SESSION_LIFETIME_MS = 30 * DAY_MS;
/** Using a session moves its end at most this often, so that reading a page does not write each time. */
const TOUCH_INTERVAL_MS = 60 * 60 * 1000;

export type Door = "staff" | "affiliate";

export interface CurrentUser {
  id: string;
  email: string;
  name: string;
  languagePreference: string | null;
  door: Door;
  /** The organisation they work for, and as what; null needs onboarding. */
  membership: { orgId: string; role: "owner" | "member" } | null;
  /** The organisation whose portal is theirs. */
  affiliation: { orgId: string; affiliateId: string } | null;
}

/** Starts a session; returns the secret for the cookie, of which the database keeps the hash only. */
export async function startSession(
  scope: IdentityScope,
  input: {
    userId: string;
    door: Door;
    affiliateOrgId?: string | null;
    /** Begun with a link that staff handed out. */
    handedOut?: boolean;
    userAgent: string | null;
    ip: string;
  },
): Promise<string> {
  const secret = (input.handedOut ? HANDED_OUT : "") + newSecret();
  await scope.db.session.create({
    data: {
      idHash: hashSecret(secret),
      userId: input.userId,
      door: input.door,
      affiliateOrgId: input.affiliateOrgId ?? null,
      userAgent: input.userAgent?.slice(0, 300) ?? null,
      ip: input.ip,
      createdAt: scope.now,
      lastSeenAt: scope.now,
      expiresAt: new Date(scope.now.getTime() + SESSION_LIFETIME_MS),
    },
  });
  return secret;
}

/**
 * Who a session belongs to and what they may open, or null when it ended. Use moves its end. A session begun with a link
 * that staff handed out opens the portal of their organisation, whatever else the person has or gets, and ends when the
 * owner of the mailbox confirms the address.
 */
export async function readSession(scope: IdentityScope, secret: string): Promise<CurrentUser | null> {
  const session = await scope.db.session.findUnique({
    where: { idHash: hashSecret(secret) },
    include: { user: true },
  });
  if (!session || session.expiresAt <= scope.now) return null;
  if (scope.now.getTime() - session.lastSeenAt.getTime() > TOUCH_INTERVAL_MS) {
    await scope.db.session.updateMany({
      where: { idHash: session.idHash },
      data: { lastSeenAt: scope.now, expiresAt: new Date(scope.now.getTime() + SESSION_LIFETIME_MS) },
    });
  }
  const handedOut = isHandedOut(secret);
  const memberships = handedOut ? [] : await scope.memberships(session.userId);
  const affiliations = (await scope.affiliations(session.userId)).filter(
    (one) => !handedOut || one.orgId === session.affiliateOrgId,
  );
  if (handedOut && (session.user.emailConfirmedAt || affiliations.length === 0)) return null;
  return {
    id: session.userId,
    email: session.user.email,
    name: session.user.name,
    languagePreference: session.user.languagePreference,
    door: session.door as Door,
    membership: memberships.find((one) => one.orgId === session.orgId) ?? memberships[0] ?? null,
    affiliation: affiliations.find((one) => one.orgId === session.affiliateOrgId) ?? affiliations[0] ?? null,
  };
}

/** Ends a session on the server; its cookie is worthless from now on. */
export async function endSession(scope: IdentityScope, secret: string): Promise<void> {
  await scope.db.session.deleteMany({ where: { idHash: hashSecret(secret) } });
}
