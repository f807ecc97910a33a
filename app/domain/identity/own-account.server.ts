import type { StatementScope } from "../shared/scope";

/**
 * Reads the stored data of a user's account (GDPR Art. 15 and 20): person, sessions, sign-in methods and related
 * records. It contains no secret and no hash of one.
 */
export async function readOwnAccount(scope: StatementScope, userId: string) {
  const [row] = await scope.db.$queryRaw<{ account: Record<string, unknown> }[]>`
    select json_build_object(
      'name', u.name, 'email', u.email, 'language', u.language_preference,
      'compact_lists', u.compact_lists, 'single_keys', u.single_keys, 'list_columns', u.list_columns,
      'created_at', u.created_at,
      'email_confirmed_at', u.email_confirmed_at, 'has_password', app.password_of(u.id) is not null,
      'sessions', (select coalesce(json_agg(json_build_object('sign_in_page', door, 'browser', user_agent, 'ip', ip,
          'created_at', created_at, 'last_seen_at', last_seen_at, 'expires_at', expires_at) order by created_at), '[]')
        from session where user_id = u.id),
      'links', (select coalesce(json_agg(json_build_object('purpose', purpose, 'created_at', created_at,
          'expires_at', expires_at, 'used_at', used_at) order by created_at), '[]')
        from one_time_token where user_id = u.id),
      'sign_ups', (select coalesce(json_agg(json_build_object('name', name, 'language', language, 'created_at', created_at,
          'used_at', used_at) order by created_at), '[]')
        from sign_up where email = u.email),
      'authenticator_app', (select confirmed_at from authenticator_app where user_id = u.id),
      'passkeys', (select coalesce(json_agg(json_build_object('name', name, 'created_at', created_at,
          'last_used_at', last_used_at) order by created_at), '[]')
        from passkey where user_id = u.id),
      'security_notices', (select coalesce(json_agg(json_build_object('kind', kind, 'created_at', created_at)
          order by created_at), '[]')
        from security_notice where user_id = u.id)) as account
    from app_user u where u.id = ${userId}::uuid`;
  return row?.account ?? null;
}
