import { createHash } from "node:crypto";
import { checkNewOwnValues, insertOwnValues } from "../fields/own-values.server";
import { readOwnFields } from "../fields/read-own-fields.server";
import { DomainError } from "../shared/errors";
import { insertRows, type InsertedColumn } from "../shared/insert-rows.server";
import { actingUser } from "../shared/permissions";
import { isOfDeleted } from "../shared/refused-write";
import type { Actor, Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { emitEvents } from "../webhooks/emit-event.server";
import { awaitAddresses } from "./lead-addresses.server";
import type { LeadSource } from "./lead";
import { contactFields, leadValues, type AddedLead } from "./lead.schema";

export interface WrittenLead {
  id: string;
  /** Whether the same form was posted before. */
  repeated: boolean;
}

/** Creates one lead; see {@link createLeads}. */
export async function createLead(scope: Scope, input: AddedLead): Promise<WrittenLead> {
  const [lead] = await createLeads(scope, [input]);
  return lead!;
}

/**
 * Creates leads with status `new`, emits lead.created for each and returns them in the order of `inputs`. Posting the
 * same form again returns the existing lead (`repeated`). The callers check permissions.
 * Throws `own_required`, `own_field_gone`, at their field, and `not_found` (field affiliate_id) for an affiliate who
 * is being deleted or merged concurrently.
 */
export async function createLeads(
  scope: Scope,
  inputs: readonly AddedLead[],
  source: LeadSource = sourceOf(scope.actor),
): Promise<WrittenLead[]> {
  if (inputs.length === 0) return [];
  const fields = await readOwnFields(scope, "lead");
  for (const { own } of inputs) checkNewOwnValues(fields, own);
  await awaitAddresses(scope);
  const submissions = inputs.map(submissionOf);
  const isPosted = submissions.some((submissionId) => submissionId !== null);
  const leads = await (
    isPosted
      ? insertUnlessThere(scope, inputs, { submissions, source })
      : insertLeads(scope, inputs, source).then((ids) => ids.map((id) => ({ id, repeated: false })))
  ).catch(affiliateIsGone);
  const made = leads.filter(({ repeated }) => !repeated);
  if (fields.length > 0) {
    const withValues = leads.map(({ id, repeated }, index) => ({ ...inputs[index]!, id, repeated }));
    await insertOwnValues(
      scope,
      "lead",
      fields,
      withValues.filter(({ repeated }) => !repeated),
    );
  }
  await emitEvents(
    scope,
    made.map(({ id }) => ({ event: "lead.created", lead_id: id })),
  );
  return leads;
}

function affiliateIsGone(error: unknown): never {
  throw isOfDeleted(error) ? new DomainError("not_found", {}, "affiliate_id") : error;
}

/** How leads come that this actor adds. */
function sourceOf({ kind }: Actor): LeadSource {
  switch (kind) {
    case "affiliate":
    case "member":
    case "operator":
      return kind;
    case "api_key":
      return "api";
    case "job":
      return "import";
  }
}

type Row = AddedLead & { id: string };

/**
 * Inserts leads that were not posted by a form, so none of them can exist already, and returns their ids in the order
 * of `inputs`. Files contain thousands of leads.
 */
async function insertLeads(scope: Scope, inputs: readonly AddedLead[], source: LeadSource): Promise<string[]> {
  const rows = inputs.map((input): Row => ({ ...input, id: timeOrderedId() }));
  const contact = Object.entries(contactFields).map(([name, { column }]) => {
    const cells: InsertedColumn<Row> = { type: "text", of: (row) => row.contact[column] };
    return [name, cells] as const;
  });
  await insertRows<Row>(
    scope,
    "lead",
    {
      org_id: { type: "uuid", all: scope.orgId },
      created_by: { type: "uuid", all: actingUser(scope) },
      source: { type: "text", all: source },
      created_at: { type: "timestamptz", all: scope.now },
      updated_at: { type: "timestamptz", all: scope.now },
      id: { type: "uuid", of: ({ id }) => id },
      affiliate_id: { type: "uuid", of: ({ affiliateId }) => affiliateId },
      ...Object.fromEntries(contact),
    },
    rows,
  );
  return rows.map(({ id }) => id);
}

async function insertUnlessThere(
  scope: Scope,
  inputs: readonly AddedLead[],
  { submissions, source }: { submissions: readonly (string | null)[]; source: LeadSource },
): Promise<WrittenLead[]> {
  // If another transaction is saving the same form, this waits for it and then inserts nothing.
  const made = await scope.db.lead.createManyAndReturn({
    data: inputs.map((input, index) => ({
      ...input.contact,
      affiliateId: input.affiliateId,
      submissionId: submissions[index]!,
      createdBy: actingUser(scope),
      source,
      createdAt: scope.now,
      updatedAt: scope.now,
    })),
    skipDuplicates: true,
    select: { id: true, submissionId: true },
  });
  const bySubmission = new Map(made.map(({ id, submissionId }) => [submissionId, id]));
  // Rows without a submission are never skipped and are returned in input order.
  const others = made.filter(({ submissionId }) => submissionId === null).values();
  return Promise.all(
    submissions.map(async (submissionId) => {
      const id = submissionId === null ? others.next().value?.id : bySubmission.get(submissionId);
      return id ? { id, repeated: false } : { id: await earlierLead(scope, submissionId!), repeated: true };
    }),
  );
}

async function earlierLead(scope: Scope, submissionId: string): Promise<string> {
  const earlier = await scope.db.lead.findFirst({ where: { submissionId }, select: { id: true } });
  // The lead belongs to another affiliate, so the portal cannot read it.
  if (!earlier) throw new DomainError("not_found");
  return earlier.id;
}

/**
 * Identifies a submission by the form's id and its values. After "back" in the browser, the same form can be used for
 * another lead; other values make it another submission, so that lead is saved.
 */
function submissionOf({ submissionId, contact, affiliateId, work, own = {} }: AddedLead): string | null {
  if (!submissionId) return null;
  const values = Object.values(leadValues(contact, affiliateId, work));
  const isOwn = Object.values(own).some((value) => value !== null);
  const typed = JSON.stringify([submissionId, ...values, ...(isOwn ? [own] : [])]);
  const hex = createHash("sha256").update(typed).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
