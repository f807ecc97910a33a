import { z } from "zod";
import { addLead } from "~/domain/leads/add-lead.server";
import { deleteLead } from "~/domain/leads/delete-lead.server";
import { editLead, leadVersion } from "~/domain/leads/edit-lead.server";
import { leadFacts, type LeadFacts } from "~/domain/leads/lead-facts.server";
import { leadStatuses, MAX_REASON_LENGTH } from "~/domain/leads/lead";
import { NO_MEMBER, stepStates } from "~/domain/leads/lead-work";
import { contactFields, workFields } from "~/domain/leads/lead.schema";
import { listLeadFacts } from "~/domain/leads/list-leads.server";
import { lockLeads } from "~/domain/leads/lock-leads.server";
import { matchAllLeads } from "~/domain/leads/match-leads.server";
import { mergeLeads } from "~/domain/leads/merge-leads.server";
import { programNote } from "~/domain/leads/program-note";
import { moveLead } from "~/domain/leads/move-lead.server";
import { readLead } from "~/domain/leads/read-lead.server";
import { DomainError } from "~/domain/shared/errors";
import { namesOf, shapeOf, toRecord, toValues } from "~/domain/shared/field-list";
import { optionalText, recordId } from "~/domain/shared/fields";
import { sides, sideSchema, sidesOf } from "~/domain/shared/merge-sides";
import { requireStaff } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import {
  answerPage,
  idParameter,
  pageOf,
  pageParameters,
  periodOf,
  periodParameters,
  searchParameter,
  sinceParameter,
} from "../lists.server";
import {
  ownAnswer,
  ownAnswered,
  ownFilterParameters,
  ownSent,
  requireOwnKeys,
  sentOwnFilter,
  sentOwnValues,
} from "../own-fields.server";
import { requireNotMerged } from "../merged-records.server";
import { operation, type Params } from "../operation";
import { answered, day, id, moment } from "../shapes.server";
import { about } from "../texts.server";

const lead = z
  .object({
    id,
    status: z.enum(leadStatuses),
    ...answered(contactFields),
    affiliate_id: id.nullable(),
    affiliate_name: z.string().nullable(),
    responsible: id.nullable().describe(about("responsible")),
    responsible_name: z.string().nullable(),
    next_step: z.string().nullable(),
    next_step_on: day.nullable(),
    submitted_on: day,
    qualified_on: day.nullable(),
    won_on: day.nullable(),
    lost_on: day.nullable(),
    fields: ownAnswer,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Lead" });

const leadOf = (facts: LeadFacts): z.output<typeof lead> => ({
  id: facts.id,
  status: facts.status,
  ...toValues(contactFields, facts.contact),
  affiliate_id: facts.affiliateId,
  affiliate_name: facts.affiliate,
  ...toValues(workFields, facts.work),
  responsible_name: facts.responsibleName,
  submitted_on: facts.submittedOn,
  qualified_on: facts.qualifiedOn,
  won_on: facts.wonOn,
  lost_on: facts.lostOn,
  fields: ownAnswered(facts.own),
  created_at: facts.createdAt.toISOString(),
  updated_at: facts.updatedAt.toISOString(),
});

async function leadById(scope: Scope, leadId: string) {
  requireStaff(scope);
  const [facts] = await leadFacts(scope, [leadId]);
  return facts ? leadOf(facts) : null;
}

const one = {
  lock: (scope: Scope, params: Params) => lockLeads(scope, [params["lead_id"]!]),
  read: (scope: Scope, params: Params) => leadById(scope, params["lead_id"]!),
};

/** Null if the lead has no affiliate. */
const affiliate_id = recordId.nullish();
const contact = shapeOf(contactFields);
const work = shapeOf(workFields);
const example = {
  company_name: "Beta AG",
  contact_person: "Jonas Weber",
  email: "jonas.weber@beta.example",
  phone: "+49 30 1234567",
};

export const leadOperations = [
  operation({
    id: "list_leads",
    tag: "leads",
    method: "GET",
    path: "/leads",
    query: z.object({
      ...pageParameters,
      ...periodParameters,
      q: searchParameter.describe(about("search_leads")),
      status: z.enum(leadStatuses).optional(),
      affiliate_id: idParameter,
      responsible: z
        .union([z.literal(NO_MEMBER), recordId])
        .optional()
        .describe(about("responsible_filter")),
      next_step: z.enum(stepStates).optional().describe(about("next_step_state")),
      created_since: sinceParameter.describe(about("created_since")),
      ...ownFilterParameters,
    }),
    answer: pageOf(lead),
    run: async ({ scope, query }) => {
      const filter = {
        search: query.q ?? "",
        affiliate: query.affiliate_id ?? null,
        responsible: query.responsible ?? null,
        step: query.next_step ?? null,
        period: await periodOf(scope, query),
        ...(await sentOwnFilter(scope, "lead", query)),
      };
      const statuses = query.status ? [query.status] : leadStatuses;
      const matches = await matchAllLeads(scope, filter, statuses);
      const list = (at: { cursor: string | null; size: number }) =>
        listLeadFacts(scope, { statuses, filter, matches, createdSince: query.created_since ?? null, ...at });
      return answerPage("leads", query, list, leadOf);
    },
  }),
  operation({
    id: "create_lead",
    tag: "leads",
    method: "POST",
    path: "/leads",
    body: z.object({ ...contact, affiliate_id, ...work, fields: ownSent }),
    example,
    answer: lead,
    create: async ({ scope, body }) =>
      addLead(scope, {
        own: await sentOwnValues(scope, "lead", null, body.fields),
        contact: toRecord(contactFields, body),
        affiliateId: body.affiliate_id ?? null,
        work: toRecord(workFields, body),
        submissionId: null,
      }),
    created: leadById,
    location: (leadId) => `/leads/${leadId}`,
  }),
  operation({
    id: "read_lead",
    tag: "leads",
    method: "GET",
    path: "/leads/{lead_id}",
    answer: lead,
    read: one.read,
  }),
  operation({
    id: "change_lead",
    tag: "leads",
    method: "PATCH",
    path: "/leads/{lead_id}",
    body: z.object({ ...contact, affiliate_id, ...work, fields: ownSent }).partial(),
    example: { phone: null, notes: "Met at the fair" },
    answer: lead,
    ...one,
    change: async ({ scope, params, body }) => {
      const leadId = params["lead_id"]!;
      const before = await readLead(scope, leadId);
      if (!before) throw new DomainError("not_found");
      const affiliateId = before.affiliate?.id ?? null;
      await editLead(scope, {
        leadId,
        contact: toRecord(contactFields, { ...toValues(contactFields, before.contact), ...body }),
        ...(body.affiliate_id !== undefined && { affiliateId: body.affiliate_id }),
        work: toRecord(workFields, { ...toValues(workFields, before.work), ...body }),
        // The version prevents overwriting concurrent changes to fields that the body omits.
        own: await sentOwnValues(scope, "lead", leadId, body.fields),
        version: leadVersion(before.contact, affiliateId, before.own, before.work),
      });
    },
  }),
  operation({
    id: "delete_lead",
    tag: "leads",
    method: "DELETE",
    path: "/leads/{lead_id}",
    answer: lead,
    ...one,
    remove: ({ scope, params }) => deleteLead(scope, { leadId: params["lead_id"]!, reason: null }),
  }),
  operation({
    id: "merge_lead",
    tag: "leads",
    method: "POST",
    path: "/leads/{lead_id}/merge",
    body: z.object({
      other_id: recordId.describe(about("merge_with")),
      values: z
        .strictObject(sidesOf(namesOf(contactFields)))
        .optional()
        .describe(about("merge_values")),
      fields: z.record(z.string(), z.enum(sides)).optional().describe(about("merge_fields")),
      credit: sideSchema.describe(about("merge_credit")),
    }),
    example: { other_id: "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39", values: { phone: "other" } },
    answer: z.object({ id, merged_id: id }).meta({ id: "MergedLead" }),
    act: async ({ scope, params, body }) => {
      const leadId = params["lead_id"]!;
      const { other_id: otherId, values = {}, fields = {}, credit } = body;
      if (await leadById(scope, leadId)) await requireNotMerged(scope, { lead_id: otherId });
      await requireOwnKeys(scope, "lead", fields);
      const kept = await mergeLeads(scope, { leadId, otherId, taken: values, takenOwn: fields, credit }, programNote);
      return { id: kept, merged_id: kept === leadId ? otherId : leadId };
    },
  }),
  operation({
    id: "contact_lead",
    tag: "leads",
    method: "POST",
    path: "/leads/{lead_id}/contact",
    answer: lead,
    ...one,
    change: ({ scope, params }) => moveLead(scope, { leadId: params["lead_id"]!, to: "contacted" }),
  }),
  operation({
    id: "qualify_lead",
    tag: "leads",
    method: "POST",
    path: "/leads/{lead_id}/qualify",
    answer: lead,
    ...one,
    change: ({ scope, params }) => moveLead(scope, { leadId: params["lead_id"]!, to: "qualified" }),
  }),
  operation({
    id: "lose_lead",
    tag: "leads",
    method: "POST",
    path: "/leads/{lead_id}/lose",
    body: z.object({ reason: optionalText(MAX_REASON_LENGTH).describe(about("reason")) }),
    example: { reason: "No budget this year" },
    answer: lead,
    ...one,
    change: ({ scope, params, body }) =>
      moveLead(scope, { leadId: params["lead_id"]!, to: "lost", reason: body.reason }),
  }),
];
