import { randomUUID } from "node:crypto";
import type { Identity, Outcome, Session } from "./attempt";
import { PEOPLE_TABLES } from "./catalog";

const DENIED = "42501";

export interface KnownPeople {
  orgId: string;
  affiliateId: string;
  /** Id of another organization. */
  otherOrgId: string;
  /** A user with an account. */
  person: { id: string; email: string };
}

/**
 * Tries the global tables with people from inside an organization's transaction, which allows only what an invitation
 * needs. For a permissive session (openPermissiveSession). Returns what succeeded or was denied contrary to the design.
 */
export async function peopleViolations(session: Session, known: KnownPeople): Promise<string[]> {
  const found: string[] = [];
  const check = (holds: boolean, what: string, { code, count }: Outcome) => {
    if (!holds) found.push(`${what} (${code ?? `${count} rows`})`);
  };
  const staff: Identity = { org: known.orgId };
  const named = (who: string, as = staff): Identity => ({ ...as, person: who });
  const { person } = known;

  for (const table of PEOPLE_TABLES) {
    for (const sql of [`select 1 from ${table}`, `update ${table} set created_at = now()`, `delete from ${table}`]) {
      const closed = await session.attempt(staff, sql);
      check(closed.count === 0 && closed.code === null, `${table}: "${sql}" reaches rows`, closed);
      const open = await session.attempt({ org: null }, sql);
      check(open.count > 0, `${table}: "${sql}" reaches nothing without an organization`, open);
    }
  }
  const strays = {
    session: `insert into session (id_hash, user_id, door, expires_at) values ('x', $1, 'staff', now())`,
    sign_up: `insert into sign_up (id, email, name, password_hash, token_hash, expires_at)
      values (md5($1)::uuid, 'x@example.com', 'x', 'x', 'x', now())`,
    authenticator_app: `insert into authenticator_app (user_id, secret) values ($1, 'x')`,
    recovery_code: `insert into recovery_code (user_id, code_hash) values ($1, 'x')`,
    passkey: `insert into passkey (id, user_id, credential_id, public_key, counter, name, device_type, is_backed_up)
      values (gen_random_uuid(), $1, 'x', 'x', 0, 'x', 'singleDevice', false)`,
    security_notice: `insert into security_notice (id, user_id, kind) values (gen_random_uuid(), $1, 'x')`,
    stripe_event: `insert into stripe_event (id, type, customer_id, object_id) values ($1, 'x', 'x', 'x')`,
    stripe_simulation: `insert into stripe_simulation (id, kind, data) values ($1, 'x', '{}')`,
  };
  for (const [table, sql] of Object.entries(strays)) {
    const made = await session.attempt(staff, sql, [person.id]);
    check(made.code === DENIED, `${table}: a row can be made`, made);
    const outside = await session.attempt({ org: null }, sql, [person.id]);
    check(outside.code === null, `${table}: no row can be made without an organization`, outside);
  }

  const link = (who: Identity, purpose: string, orgId: string) =>
    session.attempt(
      who,
      `insert into one_time_token (token_hash, purpose, user_id, org_id, expires_at) values ('x', $1, $2, $3, now())`,
      [purpose, person.id, orgId],
    );
  const own = await link(staff, "invite", known.orgId);
  check(own.code === null, "one_time_token: no invitation can be made", own);
  const foreign = await link(staff, "invite", known.otherOrgId);
  check(foreign.code === DENIED, "one_time_token: another organization's invitation can be made", foreign);
  const reset = await link(staff, "reset", known.orgId);
  check(reset.code === DENIED, "one_time_token: a link that is no invitation can be made", reset);
  const portal: Identity = { org: known.orgId, affiliate: known.affiliateId };
  const byAffiliate = await link(portal, "invite", known.orgId);
  check(byAffiliate.code === DENIED, "one_time_token: an affiliate can invite", byAffiliate);
  const outside = await link({ org: null }, "reset", known.orgId);
  check(outside.code === null, "one_time_token: no link can be made without an organization", outside);

  for (const who of [person.id, person.email]) {
    const one = await session.attempt(named(who), "select id::text from app_user");
    check(one.count === 1 && one.rows[0]!["id"] === person.id, "app_user: not exactly who was named is found", one);
    const theirs = await session.attempt(named(who, portal), "select 1 from app_user");
    check(theirs.count === 0, "app_user: an affiliate finds people", theirs);
  }
  const lock = "select 1 from app_user for update";
  const locked = await session.attempt(named(person.id), lock);
  check(locked.count === 1, "app_user: who was named cannot be locked", locked);
  // Unlike a lock, an update that reads no column is not subject to the read policies.
  const stranger = await session.attempt(named(person.id, portal), "update app_user set name = 'x'");
  check(stranger.count === 0 && stranger.code === null, "app_user: an affiliate reaches people", stranger);
  const change = await session.attempt(named(person.id), "update app_user set name = 'x'");
  check(change.code === DENIED, "app_user: who was named can be changed", change);
  const erased = await session.attempt(named(person.id), "delete from app_user");
  check(erased.count === 0, "app_user: who was named can be deleted", erased);

  const make = (who: Identity, email: string, extra: { password?: string; confirmed?: string } = {}) =>
    session.attempt(
      who,
      `insert into app_user (id, email, name, password_hash, email_confirmed_at) values ($1, $2, 'x', $3, $4)`,
      [randomUUID(), email, extra.password ?? null, extra.confirmed ?? null],
    );
  const invited = `${randomUUID()}@example.com`;
  const made = await make(named(invited), invited);
  check(made.code === null, "app_user: who is invited cannot be made", made);
  for (const [what, refused] of [
    ["somebody else", await make(named(invited), `other-${invited}`)],
    ["somebody unnamed", await make(staff, invited)],
    ["somebody with a password", await make(named(invited), invited, { password: "x" })],
    ["somebody confirmed", await make(named(invited), invited, { confirmed: "2026-01-01" })],
    ["somebody by an affiliate", await make(named(invited, portal), invited)],
  ] as const) {
    check(refused.code === DENIED, `app_user: ${what} can be made`, refused);
  }
  const founded = await make({ org: null }, invited, { password: "x", confirmed: "2026-01-01" });
  check(founded.code === null, "app_user: nobody can be made without an organization", founded);
  return found;
}
