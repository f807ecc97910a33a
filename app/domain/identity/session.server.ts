import { readChoices, type Appearance } from "./appearance";
import { DAY_MS } from "../shared/dates";
import { cut } from "../shared/damaged";
import type { IdentityScope, StatementScope } from "../shared/scope";
import { MAX_SESSIONS } from "./most-sessions";
import { HANDED_OUT, isHandedOut } from "./one-time-link";
import { hashSecret, newSecret } from "./secret.server";

/** A session ends this long after its last use. */
const IDLE_MS = 14 * DAY_MS;
/** A session ends this long after its start at the latest, so that a stolen cookie does not work forever. */
const LIFETIME_MS = 30 * DAY_MS;
/** The use of a session extends it at most this often, so that not every page load writes. */
const TOUCH_INTERVAL_MS = 60 * 60 * 1000;
/** A new IP address is recorded sooner, because the list of sessions shows it. */
const MOVED_INTERVAL_MS = 60 * 1000;

export const doors = ["staff", "affiliate"] as const;
export type Door = (typeof doors)[number];

export interface CurrentUser {
  id: string;
  email: string;
  name: string;
  languagePreference: string | null;
  appearance: Appearance;
  door: Door;
  /** The current organization and the user's role in it; null needs onboarding. */
  membership: { orgId: string; role: "owner" | "member" } | null;
  /** All organizations where the user is a member. */
  memberships: { orgId: string; role: "owner" | "member" }[];
  /** Whether the user has a second factor. */
  hasFactor: boolean;
  /**
   * Whether the current organization requires a second factor that the user does not have. Until it is set up, the
   * organization is inaccessible.
   */
  mustSetUpFactor: boolean;
  /** Time of the last sign-in or re-authentication (proofs.ts). */
  provenAt: Date | null;
  /** The organization whose portal is open. */
  affiliation: { orgId: string; affiliateId: string } | null;
  /** All portals that this session may open. */
  affiliations: { orgId: string; affiliateId: string }[];
}

export interface SessionRequest {
  userId: string;
  door: Door;
  /** The organization that opens; default: the user's first one. */
  orgId?: string | null;
  affiliateOrgId?: string | null;
  /** Started with a manual link. */
  handedOut?: boolean;
  /** When the user verified the second factor. */
  factorAt?: Date;
  userAgent: string | null;
  ip: string;
}

/**
 * Starts a session and returns the secret for the cookie, of which the database stores only the hash. Ends the least
 * recently used sessions beyond {@link MAX_SESSIONS}. The caller has locked the user's row (lockUser), so that no new
 * password is set in between.
 */
export async function startSession(scope: IdentityScope, input: SessionRequest): Promise<string> {
  const secret = (input.handedOut ? HANDED_OUT : "") + newSecret();
  await scope.db.session.create({
    data: {
      idHash: hashSecret(secret),
      userId: input.userId,
      door: input.door,
      orgId: input.orgId ?? null,
      affiliateOrgId: input.affiliateOrgId ?? null,
      userAgent: input.userAgent && cut(input.userAgent, 300),
      ip: input.ip,
      factorAt: input.factorAt ?? null,
      // A manual link does not authenticate its user.
      provenAt: input.handedOut ? null : scope.now,
      createdAt: scope.now,
      lastSeenAt: scope.now,
      expiresAt: endOf(scope.now, scope.now),
    },
  });
  await scope.db.$executeRaw`
    delete from session where user_id = ${input.userId}::uuid and id_hash in (
      select id_hash from session where user_id = ${input.userId}::uuid
      order by last_seen_at desc, created_at desc offset ${MAX_SESSIONS})`;
  return secret;
}

const endOf = (begun: Date, used: Date) => new Date(Math.min(begun.getTime() + LIFETIME_MS, used.getTime() + IDLE_MS));

/**
 * Returns the user of a session and what they may open; null if it has ended. Each use extends the session and records
 * the IP address. A session started with a manual link opens only the portal of that organization, and it ends when the
 * owner of the mailbox confirms the address. A session without the user's second factor opens no staff pages.
 */
export async function readSession(
  scope: StatementScope,
  secret: string,
  ip: string | null = null,
): Promise<CurrentUser | null> {
  const session = await findSession(scope, hashSecret(secret));
  if (!session || session.expires_at <= scope.now) return null;
  const unseen = scope.now.getTime() - session.last_seen_at.getTime();
  const moved = ip !== null && ip !== session.ip;
  if (unseen > (moved ? MOVED_INTERVAL_MS : TOUCH_INTERVAL_MS)) {
    await scope.db.$executeRaw`
      update session set last_seen_at = ${scope.now}, expires_at = ${endOf(session.created_at, scope.now)},
        ip = coalesce(${ip}, ip)
      where id_hash = ${hashSecret(secret)}`;
  }
  const handedOut = isHandedOut(secret);
  const isProven = !session.has_factor || session.factor_at !== null;
  const staffOf = handedOut || !isProven ? [] : session.memberships;
  const current = staffOf.find((one) => one.orgId === session.org_id) ?? staffOf[0];
  const memberships = staffOf.map(({ orgId, role }) => ({ orgId, role }));
  const affiliations = session.affiliations.filter((one) => !handedOut || one.orgId === session.affiliate_org_id);
  if (handedOut && (session.email_confirmed_at || affiliations.length === 0)) return null;
  return {
    id: session.user_id,
    email: session.email,
    name: session.name,
    languagePreference: session.language_preference,
    appearance: {
      compactLists: session.compact_lists,
      singleKeys: session.single_keys,
      columns: readChoices(session.list_columns),
    },
    door: session.door,
    membership: memberships.find(({ orgId }) => orgId === current?.orgId) ?? null,
    memberships,
    hasFactor: session.has_factor,
    mustSetUpFactor: current?.requiresFactor ?? false,
    provenAt: session.proven_at,
    affiliation: affiliations.find((one) => one.orgId === session.affiliate_org_id) ?? affiliations[0] ?? null,
    affiliations,
  };
}

/** Reads everything about a session in one query, because every request of a signed-in user starts with it. */
async function findSession(scope: StatementScope, idHash: string) {
  const rows = await scope.db.$queryRaw<
    {
      user_id: string;
      door: Door;
      org_id: string | null;
      affiliate_org_id: string | null;
      ip: string | null;
      created_at: Date;
      last_seen_at: Date;
      expires_at: Date;
      email: string;
      name: string;
      email_confirmed_at: Date | null;
      language_preference: string | null;
      compact_lists: boolean;
      single_keys: boolean;
      list_columns: unknown;
      factor_at: Date | null;
      proven_at: Date | null;
      has_factor: boolean;
      memberships: (NonNullable<CurrentUser["membership"]> & { requiresFactor: boolean })[];
      affiliations: NonNullable<CurrentUser["affiliation"]>[];
    }[]
  >`
    select s.user_id, s.door, s.org_id, s.affiliate_org_id, s.ip, s.created_at, s.last_seen_at, s.expires_at, u.email, u.name,
           u.email_confirmed_at, u.language_preference, u.compact_lists, u.single_keys, u.list_columns, s.factor_at, s.proven_at,
           f.has_factor,
           (select coalesce(json_agg(json_build_object('orgId', m.org_id, 'role', m.role,
                     'requiresFactor', case when f.has_factor then false else app.requires_factor(m.org_id) end)), '[]')
            from app.memberships(s.user_id) m) as memberships,
           (select coalesce(json_agg(json_build_object('orgId', a.org_id, 'affiliateId', a.affiliate_id)), '[]')
            from app.affiliations(s.user_id) a) as affiliations
    from session s join app_user u on u.id = s.user_id
    cross join lateral (
      select exists (select 1 from authenticator_app a where a.user_id = s.user_id and a.confirmed_at is not null)
          or exists (select 1 from passkey p where p.user_id = s.user_id) as has_factor) f
    where s.id_hash = ${idHash}`;
  return rows[0];
}

/** Records that the user of a session has re-authenticated. The caller has verified it. */
export async function recordProof(scope: IdentityScope, secret: string): Promise<void> {
  await scope.db.session.updateMany({ where: { idHash: hashSecret(secret) }, data: { provenAt: scope.now } });
}

/** Ends a session on the server, which invalidates its cookie. */
export async function endSession(scope: IdentityScope, secret: string): Promise<void> {
  await scope.db.session.deleteMany({ where: { idHash: hashSecret(secret) } });
}
