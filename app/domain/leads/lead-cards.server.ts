import type { Day } from "../shared/dates";
import { query, runQuery, type Query } from "../shared/query-together.server";
import type { Scope } from "../shared/scope";
import { openLeadStatuses, type LeadStatus } from "./lead";
import { stepState } from "./lead-work";
import { responsibleNames } from "./lead-work.server";

/** A lead in the lists of staff. */
export interface LeadCard {
  id: string;
  company: string;
  contact: string;
  email: string;
  status: LeadStatus;
  affiliateId: string | null;
  affiliate: string | null;
  createdOn: Day;
  nextStep: string | null;
  nextStepOn: Day | null;
  /** Whether the next step is due today or earlier; null if neither, or without one. */
  due: "today" | "overdue" | null;
  /** The user id and the name of the responsible member. */
  responsible: string | null;
  responsibleName: string | null;
  /** Null unless the lead is lost. */
  lostOn: Day | null;
  /** Whole days since `createdOn`. */
  age: number;
  /** The organization's first lead with this email address; null if it is this lead (LEAD-12). */
  duplicateOf: {
    id: string;
    company: string;
    affiliateId: string | null;
    affiliate: string | null;
    createdOn: Day;
  } | null;
}

/** Selects leads: either these ids in this order, or the newest of each status, optionally of one affiliate. */
export type LeadCardSelection =
  | { ids: readonly string[] }
  | { newestOf: Partial<Record<LeadStatus, number>>; affiliateId: string | null };

/** A card as it is read, without names of members. */
export interface CardRow extends Omit<LeadCard, "duplicateOf" | "due" | "responsibleName"> {
  first_id: string;
  first_company: string;
  first_affiliate_id: string | null;
  first_affiliate: string | null;
  first_on: Day;
}

/** Reads the selected leads as cards. Staff only; the caller checks the permission. */
export async function leadCards(scope: Scope, wanted: LeadCardSelection): Promise<LeadCard[]> {
  if ("ids" in wanted && wanted.ids.length === 0) return [];
  return cardsOf(scope, await runQuery(scope, await cardRows(scope, wanted)));
}

/** Builds the query of {@link leadCards}; {@link cardsOf} completes what it returns. */
export async function cardRows(scope: Scope, wanted: LeadCardSelection): Promise<Query<CardRow[]>> {
  const ids = "ids" in wanted ? [...wanted.ids] : null;
  const { newestOf, affiliateId } = "ids" in wanted ? { newestOf: {}, affiliateId: null } : wanted;
  const { timeZone } = await scope.organization();
  const today = await scope.today();
  // Postgres converts times to days in the organization's time zone, which is much faster than formatting each one
  // here. Postgres plans only the selection that is used. It cannot estimate the number of selected leads; the limit
  // makes it look up each by id instead of joining with all leads.
  return query((rows: CardRow[]) => rows)`
    with wanted as (
      select id, position from unnest(${ids}::uuid[]) with ordinality as chosen (id, position)
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
           l.affiliate_id as "affiliateId", a.name as affiliate, l.created_on::text as "createdOn",
           w.responsible, w.next_step as "nextStep", w.next_step_on::text as "nextStepOn", l.lost_on::text as "lostOn", ${today}::date - l.created_on as age,
           first.id as first_id, first.company_name as first_company,
           first.affiliate_id as first_affiliate_id, fa.name as first_affiliate,
           (first.created_at at time zone ${timeZone}::text)::date::text as first_on
    from wanted
    cross join lateral (
      select id, company_name, contact_person, email, status, affiliate_id, lost_on,
             (created_at at time zone ${timeZone}::text)::date as created_on
      from lead
      where org_id = ${scope.orgId}::uuid and id = wanted.id limit 1
    ) l
    left join lead_work w on w.org_id = ${scope.orgId}::uuid and w.lead_id = l.id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = l.affiliate_id
    cross join lateral (
      select f.id, f.company_name, f.affiliate_id, f.created_at from lead f
      where f.org_id = ${scope.orgId}::uuid and f.email = l.email
      order by f.created_at, f.id limit 1
    ) first
    left join affiliate fa on fa.org_id = ${scope.orgId}::uuid and fa.id = first.affiliate_id and first.id <> l.id
    order by wanted.position`;
}

/** Adds the names of members to cards that were read. */
export async function cardsOf(scope: Scope, rows: readonly CardRow[]): Promise<LeadCard[]> {
  const today = await scope.today();
  const names = await responsibleNames(scope, rows);
  return rows.map((row) => cardOf(row, today, names));
}

function cardOf(row: CardRow, today: Day, names: ReadonlyMap<string, string>): LeadCard {
  const { first_id, first_company, first_affiliate_id, first_affiliate, first_on, ...lead } = row;
  const first = {
    id: first_id,
    company: first_company,
    createdOn: first_on,
    affiliateId: first_affiliate_id,
    affiliate: first_affiliate,
  };
  const state = openLeadStatuses.includes(lead.status) ? stepState(lead.nextStepOn, today) : null;
  return {
    ...lead,
    due: state === "none" ? null : state,
    responsibleName: names.get(lead.responsible ?? "") ?? null,
    duplicateOf: first_id === lead.id ? null : first,
  };
}
