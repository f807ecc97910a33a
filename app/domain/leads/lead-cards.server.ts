import { daysBetween, todayIn, type Day } from "../shared/dates";
import type { Scope } from "../shared/scope";
import type { LeadStatus } from "./lead";

/** A lead as the lists of the staff show it. */
export interface LeadCard {
  id: string;
  company: string;
  contact: string;
  email: string;
  status: LeadStatus;
  affiliateId: string | null;
  affiliate: string | null;
  createdOn: Day;
  /** Whole days since then. */
  age: number;
  /** The organisation's first lead with this e-mail address, when it is another one (LEAD-12). */
  duplicateOf: { id: string; company: string; affiliate: string | null; createdOn: Day } | null;
}

/** Which leads: these, in this order; or so many of the newest of each status, perhaps of one affiliate. */
export type CardsWanted =
  { ids: readonly string[] } | { newestOf: Partial<Record<LeadStatus, number>>; affiliateId: string | null };

interface Row extends Omit<LeadCard, "createdOn" | "age" | "duplicateOf"> {
  created_at: Date;
  time_zone: string;
  first_id: string;
  first_company: string;
  first_affiliate: string | null;
  first_at: Date;
}

/** The leads that are wanted, as cards, in one statement. For staff only: the caller has asked. */
export async function leadCards(scope: Scope, wanted: CardsWanted): Promise<LeadCard[]> {
  const ids = "ids" in wanted ? [...wanted.ids] : null;
  const { newestOf, affiliateId } = "ids" in wanted ? { newestOf: {}, affiliateId: null } : wanted;
  if (ids?.length === 0) return [];
  // Of the two ways to choose Postgres plans only the one that is taken.
  const rows = await scope.db.$queryRaw<Row[]>`
    with wanted as (
      select id, place from unnest(${ids}::uuid[]) with ordinality as chosen (id, place)
      where ${ids}::uuid[] is not null
      union all
      select l.id, row_number() over (order by l.created_at desc, l.id desc)
      from unnest(${Object.keys(newestOf)}::text[], ${Object.values(newestOf)}::int[]) as open (status, most)
      cross join lateral (
        select id, created_at from lead
        where org_id = ${scope.orgId}::uuid and status = open.status
          and case when ${affiliateId}::uuid is null then true else affiliate_id = ${affiliateId}::uuid end
        order by created_at desc, id desc limit open.most
      ) l
      where ${ids}::uuid[] is null
    )
    select l.id, l.company_name as company, l.contact_person as contact, l.email, l.status,
           l.affiliate_id as "affiliateId", a.name as affiliate, l.created_at, o.time_zone,
           first.id as first_id, first.company_name as first_company, fa.name as first_affiliate,
           first.created_at as first_at
    from wanted
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = wanted.id
    join organization o on o.org_id = l.org_id
    left join affiliate a on a.org_id = l.org_id and a.id = l.affiliate_id
    cross join lateral (
      select f.id, f.company_name, f.affiliate_id, f.created_at from lead f
      where f.org_id = ${scope.orgId}::uuid and f.email = l.email
      order by f.created_at, f.id limit 1
    ) first
    left join affiliate fa on fa.org_id = ${scope.orgId}::uuid and fa.id = first.affiliate_id and first.id <> l.id
    order by wanted.place`;
  return rows.map((row) => cardOf(row, scope.now));
}

function cardOf(row: Row, now: Date): LeadCard {
  const { created_at, time_zone, first_id, first_company, first_affiliate, first_at, ...lead } = row;
  const createdOn = todayIn(time_zone, created_at);
  return {
    ...lead,
    createdOn,
    age: daysBetween(createdOn, todayIn(time_zone, now)),
    duplicateOf:
      first_id === row.id
        ? null
        : {
            id: first_id,
            company: first_company,
            affiliate: first_affiliate,
            createdOn: todayIn(time_zone, first_at),
          },
  };
}
