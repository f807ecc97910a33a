import type { StatementScope } from "../shared/scope";
import { isHandedOut } from "./one-time-link";
import { hashSecret } from "./secret.server";

/** A session of the signed-in user. */
export interface OwnSession {
  /** The stored hash; it cannot be used to sign in. */
  id: string;
  userAgent: string | null;
  /** Shortened IP address of the last use. */
  place: string | null;
  begunAt: string;
  /** Accurate to an hour, because the use of a session is recorded once an hour. */
  lastUsedAt: string;
  isThis: boolean;
}

interface Row {
  id_hash: string;
  user_agent: string | null;
  ip: string | null;
  created_at: Date;
  last_seen_at: Date;
}

/**
 * Lists the active sessions of a user: the one with `secret` first, then by last use. A session started with a manual
 * link lists only sessions of the same portal, because it opens no other.
 */
export async function listOwnSessions(scope: StatementScope, userId: string, secret: string): Promise<OwnSession[]> {
  const own = hashSecret(secret);
  const rows = await scope.db.$queryRaw<Row[]>`
    select id_hash, user_agent, ip, created_at, last_seen_at from session
    where user_id = ${userId}::uuid and expires_at > ${scope.now}
      and (${!isHandedOut(secret)} or affiliate_org_id = (select affiliate_org_id from session where id_hash = ${own}))
    order by id_hash = ${own} desc, last_seen_at desc, id_hash limit 100`;
  return rows.map((row) => ({
    id: row.id_hash,
    userAgent: row.user_agent,
    place: shortened(row.ip),
    begunAt: row.created_at.toISOString(),
    lastUsedAt: row.last_seen_at.toISOString(),
    isThis: row.id_hash === own,
  }));
}

/** Ends one session of a user that {@link listOwnSessions} lists. Any other id has no effect. */
export async function endOwnSession(scope: StatementScope, userId: string, secret: string, id: string): Promise<void> {
  await scope.db.$executeRaw`
    delete from session where user_id = ${userId}::uuid and id_hash = ${id}
      and (${!isHandedOut(secret)}
        or affiliate_org_id = (select affiliate_org_id from session where id_hash = ${hashSecret(secret)}))`;
}

/** Ends all sessions that {@link listOwnSessions} lists except the one with `secret`, and returns their number. */
export function endOtherSessions(scope: StatementScope, userId: string, secret: string): Promise<number> {
  const own = hashSecret(secret);
  return scope.db.$executeRaw`
    delete from session where user_id = ${userId}::uuid and id_hash <> ${own}
      and (${!isHandedOut(secret)} or affiliate_org_id = (select affiliate_org_id from session where id_hash = ${own}))`;
}

/** Shortens an IP address so that users can still recognize their networks. */
export function shortened(ip: string | null): string | null {
  if (!ip) return null;
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(ip)?.[1];
  if (v4) return `${v4}.x`;
  return `${ip.split(":").slice(0, 3).join(":")}:…`;
}
