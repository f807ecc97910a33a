import type { InvitationState } from "~/domain/affiliates/invitation";
import { LINK_LIFETIME_MS } from "~/domain/identity/one-time-link";
import { erasedNumber } from "~/domain/shared/erased";
import { emailSpellings } from "~/domain/shared/email";
import { sweep } from "./organizations";

/** Returns the replacement name of an erased person. */
export const erasedName = (id: string) => `Erased person ${erasedNumber(id)}`;

export type PersonRow = {
  id: string;
  email: string;
  name: string;
  org_id: string | null;
  organization: string | null;
  role: string | null;
  confirmed: string;
  second_factor: string;
  created_at: string;
};

/** Returns users with one row per role; a user without a role has one row. */
export function listPeople(ownerUrl: string, { org, email }: { org?: string; email?: string }): Promise<PersonRow[]> {
  return sweep(
    ownerUrl,
    `select u.id, u.email, u.name, m.org_id, o.name as organization, m.role,
       case when u.email_confirmed_at is null then 'no' else 'yes' end as confirmed,
       case when exists (select 1 from authenticator_app a where a.user_id = u.id and a.confirmed_at is not null)
              or exists (select 1 from passkey p where p.user_id = u.id) then 'yes' else 'no' end as second_factor,
       to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_at
     from app_user u left join membership m on m.user_id = u.id left join organization o on o.org_id = m.org_id
     where ($1::text is null or m.org_id::text = lower($1)) and ($2::text[] is null or u.email = any($2))
     order by u.email, o.created_at, m.role`,
    [org ?? null, email === undefined ? null : emailSpellings(email)],
  );
}

export type AffiliateRow = {
  org_id: string;
  organization: string;
  id: string;
  name: string;
  email: string;
  status: string;
  leads: number;
  deals: number;
  created_at: string;
};

/** Returns the affiliates of all organizations or of one, sorted by organization and address. */
export function listAllAffiliates(
  ownerUrl: string,
  { org, status, invitation }: { org?: string; status?: string; invitation?: InvitationState },
): Promise<AffiliateRow[]> {
  return sweep(
    ownerUrl,
    `select a.org_id, o.name as organization, a.id, a.name, a.email, a.status,
       (select count(*)::int from lead x where x.org_id = a.org_id and x.affiliate_id = a.id) as leads,
       (select count(*)::int from deal x where x.org_id = a.org_id and x.affiliate_id = a.id) as deals,
       to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD') as created_at
     from affiliate a join organization o on o.org_id = a.org_id
     where ($1::text is null or a.org_id::text = lower($1)) and ($2::text is null or a.status = $2)
       and ($3::text is null or a.status = 'invited' and $3 = case when a.invited_at is null then 'none'
         when a.invited_at > now() - make_interval(secs => $4) then 'open' else 'expired' end)
     order by o.created_at, a.org_id, a.email`,
    [org ?? null, status ?? null, invitation ?? null, LINK_LIFETIME_MS / 1000],
  );
}

/** Returns the account with this address if it does not belong to the organization; otherwise null. */
export async function accountOutside(
  ownerUrl: string,
  orgId: string,
  email: string,
): Promise<{ id: string; name: string } | null> {
  const [account] = await sweep<{ id: string; name: string }>(
    ownerUrl,
    `select id, name from app_user u
     where email = any($1) and not exists (select 1 from membership m where m.user_id = u.id and m.org_id = $2::uuid)`,
    [emailSpellings(email), orgId],
  );
  return account ?? null;
}

/**
 * Ends, or only counts, the sessions of the user with an address. Returns their number, or null if no user has the
 * address.
 */
export async function endSessions(
  ownerUrl: string,
  email: string,
  { dryRun }: { dryRun?: boolean },
): Promise<number | null> {
  const sessions = dryRun
    ? "select 1 from session s join person p on s.user_id = p.id"
    : "delete from session s using person p where s.user_id = p.id returning 1";
  const [row] = await sweep<{ people: number; sessions: number }>(
    ownerUrl,
    `with person as (select id from app_user where email = lower($1)), found as (${sessions})
     select (select count(*)::int from person) as people, (select count(*)::int from found) as sessions`,
    [email],
  );
  return row!.people > 0 ? row!.sessions : null;
}
