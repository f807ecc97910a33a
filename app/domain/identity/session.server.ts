import type { IdentityScope } from "../shared/scope";
import { HANDED_OUT, isHandedOut } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

const DAY_MS = 24 * 60 * 60 * 1000;
/** A session ends this long after it was last used, */
const IDLE_MS = 14 * DAY_MS;
/** and this long after it began, however much it is used: a stolen cookie does not work for ever. */
const LIFETIME_MS = 30 * DAY_MS;
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

export interface SessionRequest {
  userId: string;
  door: Door;
  affiliateOrgId?: string | null;
  /** Begun with a link that staff handed out. */
  handedOut?: boolean;
  userAgent: string | null;
  ip: string;
}

/**
 * Starts a session; returns the secret for the cookie, of which the database keeps the hash only. The caller has locked the
 * person's row (lockUser), so that no new password is set in between.
 */
export async function startSession(scope: IdentityScope, input: SessionRequest): Promise<string> {
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
      expiresAt: endOf(scope.now, scope.now),
    },
  });
  return secret;
}

const endOf = (begun: Date, used: Date) =>
  new Date(Math.min(begun.getTime() + LIFETIME_MS, used.getTime() + IDLE_MS));

/**
 * Who a session belongs to and what they may open, or null when it ended. Use moves its end. A session begun with a link
 * that staff handed out opens the portal of their organisation, whatever else the person has or gets, and ends when the
 * owner of the mailbox confirms the address.
 */
export async function readSession(scope: IdentityScope, secret: string): Promise<CurrentUser | null> {
  const session = await findSession(scope, hashSecret(secret));
  if (!session || session.expires_at <= scope.now) return null;
  if (scope.now.getTime() - session.last_seen_at.getTime() > TOUCH_INTERVAL_MS) {
    await scope.db.session.updateMany({
      where: { idHash: hashSecret(secret) },
      data: { lastSeenAt: scope.now, expiresAt: endOf(session.created_at, scope.now) },
    });
  }
  const handedOut = isHandedOut(secret);
  const memberships = handedOut ? [] : session.memberships;
  const affiliations = session.affiliations.filter(
    (one) => !handedOut || one.orgId === session.affiliate_org_id,
  );
  if (handedOut && (session.email_confirmed_at || affiliations.length === 0)) return null;
  return {
    id: session.user_id,
    email: session.email,
    name: session.name,
    languagePreference: session.language_preference,
    door: session.door,
    membership: memberships.find((one) => one.orgId === session.org_id) ?? memberships[0] ?? null,
    affiliation:
      affiliations.find((one) => one.orgId === session.affiliate_org_id) ?? affiliations[0] ?? null,
  };
}

/** Everything about a session in one question: every request of a signed-in person begins with it. */
async function findSession(scope: IdentityScope, idHash: string) {
  const rows = await scope.db.$queryRaw<
    {
      user_id: string;
      door: Door;
      org_id: string | null;
      affiliate_org_id: string | null;
      created_at: Date;
      last_seen_at: Date;
      expires_at: Date;
      email: string;
      name: string;
      email_confirmed_at: Date | null;
      language_preference: string | null;
      memberships: NonNullable<CurrentUser["membership"]>[];
      affiliations: NonNullable<CurrentUser["affiliation"]>[];
    }[]
  >`
    select s.user_id, s.door, s.org_id, s.affiliate_org_id, s.created_at, s.last_seen_at, s.expires_at, u.email, u.name,
           u.email_confirmed_at, u.language_preference,
           (select coalesce(json_agg(json_build_object('orgId', m.org_id, 'role', m.role)), '[]')
            from app.memberships(s.user_id) m) as memberships,
           (select coalesce(json_agg(json_build_object('orgId', a.org_id, 'affiliateId', a.affiliate_id)), '[]')
            from app.affiliations(s.user_id) a) as affiliations
    from session s join app_user u on u.id = s.user_id
    where s.id_hash = ${idHash}`;
  return rows[0];
}

/** Ends a session on the server; its cookie is worthless from now on. */
export async function endSession(scope: IdentityScope, secret: string): Promise<void> {
  await scope.db.session.deleteMany({ where: { idHash: hashSecret(secret) } });
}
