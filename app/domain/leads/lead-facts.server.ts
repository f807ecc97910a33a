import type { OwnValues } from "../fields/own-value";
import { readOwnOfRecords } from "../fields/own-values.server";
import { dayFromDate, type Day } from "../shared/dates";
import { pick } from "../shared/field-list";
import type { Scope } from "../shared/scope";
import { columnsIn, sql } from "../shared/sql";
import type { LeadStatus } from "./lead";
import type { LeadWork } from "./lead-work";
import { responsibleNames, workOf } from "./lead-work.server";
import { contactFields, workFields, type LeadContact } from "./lead.schema";

/** A lead with all entered data and the days of its steps. */
export interface LeadFacts {
  id: string;
  status: LeadStatus;
  contact: LeadContact;
  affiliateId: string | null;
  affiliate: string | null;
  work: LeadWork;
  /** The name of the responsible member. */
  responsibleName: string | null;
  submittedOn: Day;
  qualifiedOn: Day | null;
  wonOn: Day | null;
  lostOn: Day | null;
  createdAt: Date;
  updatedAt: Date;
  /** Values of the organization's own fields. */
  own: OwnValues;
}

const dayOf = (date: Date | null): Day | null => date && dayFromDate(date);

/** Reads the leads with these ids, in their order. Staff only; the caller checks the permission. */
export async function leadFacts(scope: Scope, ids: string[]): Promise<LeadFacts[]> {
  const rows = await scope.db.$queryRaw<
    (LeadContact & {
      id: string;
      status: LeadStatus;
      affiliate_id: string | null;
      affiliate: string | null;
      responsible: string | null;
      nextStep: string | null;
      nextStepOn: Date | null;
      created_at: Date;
      updated_at: Date;
      submitted_on: Date;
      qualified_on: Date | null;
      won_on: Date | null;
      lost_on: Date | null;
    })[]
  >(sql`
    select l.id, l.status, ${columnsIn(contactFields, "l")}, l.affiliate_id, a.name as affiliate, l.submitted_on,
           l.qualified_on, l.won_on, l.lost_on, l.created_at, l.updated_at, ${columnsIn(workFields, "w")}
    from unnest(${ids}::uuid[]) with ordinality as wanted (id, position)
    join lead l on l.org_id = ${scope.orgId}::uuid and l.id = wanted.id
    left join lead_work w on w.org_id = ${scope.orgId}::uuid and w.lead_id = l.id
    left join affiliate a on a.org_id = ${scope.orgId}::uuid and a.id = l.affiliate_id
    order by wanted.position`);
  const names = await responsibleNames(scope, rows);
  const own = await readOwnOfRecords(scope, "lead", ids);
  return rows.map((row) => ({
    id: row.id,
    status: row.status,
    contact: pick(contactFields, row),
    affiliateId: row.affiliate_id,
    affiliate: row.affiliate,
    work: workOf(row),
    responsibleName: names.get(row.responsible ?? "") ?? null,
    submittedOn: dayFromDate(row.submitted_on),
    qualifiedOn: dayOf(row.qualified_on),
    wonOn: dayOf(row.won_on),
    lostOn: dayOf(row.lost_on),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    own: own.of(row.id),
  }));
}
