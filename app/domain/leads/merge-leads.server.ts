import { recordAction } from "../audit/record-audit.server";
import type { OwnData, OwnValues } from "../fields/own-value";
import { changeOwnValues } from "../fields/own-values.server";
import { readAllOwnFields } from "../fields/read-own-fields.server";
import { notifyAffiliates } from "../notifications/notify-affiliate.server";
import { DomainError } from "../shared/errors";
import { toRecord, toValues } from "../shared/field-list";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { emitEvents } from "../webhooks/emit-event.server";
import { changeStatus } from "./change-status.server";
import { contactFields, type ContactField } from "./lead.schema";
import { readWork, writeWork } from "./lead-work.server";
import type { Side } from "../shared/merge-sides";
import { creditOf, differingFields, mergedStatus } from "./lead-merge";
import type { MergeLeadsInput } from "./merge.schema";
import { differingOwn, mergeVersion, readBoth, refusalOf, type LeadToMerge } from "./read-merge.server";

/** Values of the merged lead that did not stay, for the text of an internal note. */
export interface LeftValues {
  company: string;
  values: { name: ContactField; value: string }[];
  /** Values of the organization's own fields that did not stay. */
  own: OwnData;
  /** The name of its affiliate, if the credit stays with another. */
  affiliate: string | null;
}

/**
 * Merges two leads (WORK-11): the older one stays with the chosen values, and everything that refers to the other
 * moves to it. Deals keep their affiliate, terms and commissions. Values that do not stay are written into an internal
 * note, whose text `describe` makes. An affiliate who loses the credit is notified. Returns the id of the lead that
 * stays, to which the address of the other leads from now on.
 * The note of a program or operator has no author.
 * Throws `not_found`, `merge_same`, `changed_meanwhile`, `lead_erased`, `merge_deals_differ`, `forbidden`.
 */
export async function mergeLeads(
  scope: Scope,
  input: MergeLeadsInput,
  describe: (left: LeftValues) => string,
): Promise<string> {
  requireStaff(scope);
  const author = actingUser(scope);
  await scope.db.$queryRaw`
    select 1 from lead where org_id = ${scope.orgId}::uuid and id = any(${[input.leadId, input.otherId]}::uuid[])
    order by id for update`;
  const [kept, other] = await readBoth(scope, input.leadId, input.otherId);
  if (input.version !== undefined && input.version !== mergeVersion(kept, other))
    throw new DomainError("changed_meanwhile");
  const refused = refusalOf(kept, other);
  if (refused) throw new DomainError(refused);
  const affiliateId = creditedTo(kept, other, input.credit);
  const { contact, left } = chosenContact(kept, other, input.taken);

  const own = await mergeOwnValues(scope, kept, other, input.takenOwn ?? {});
  const note = await writeLeft(scope, kept.id, author, () =>
    describe({
      company: other.contact.companyName,
      values: left,
      own,
      affiliate:
        other.affiliateId !== affiliateId ? other.affiliate : kept.affiliateId !== affiliateId ? kept.affiliate : null,
    }),
  );
  const { submissionId } = kept.row;
  await scope.db.lead.updateMany({
    where: { id: kept.id },
    data: { ...contact, affiliateId, updatedAt: scope.now },
  });
  await mergeWork(scope, kept.id, other.id, author);
  await moveRows(scope, kept, other, note);
  await settleStatus(scope, kept, other);
  // The other form, posted again, finds the lead that stays.
  if (!submissionId && other.row.submissionId)
    await scope.db.lead.updateMany({ where: { id: kept.id }, data: { submissionId: other.row.submissionId } });
  await recordAction(scope, {
    action: "lead.merge",
    entity: "lead",
    entityId: kept.id,
    data: {
      merged_id: other.id,
      affiliate_from: kept.affiliateId,
      affiliate_to: affiliateId,
      deals: other.dealsOf.length,
    },
  });
  await tellLosers(scope, [kept, other], affiliateId);
  const event = { event: "lead.merged", lead_id: kept.id, merged_id: other.id } as const;
  await scope.inSavepoint("queueing lead.merged", () => emitEvents(scope, [event]));
  return kept.id;
}

function creditedTo(kept: LeadToMerge, other: LeadToMerge, chosen: Side = "kept"): string | null {
  const credit = creditOf(kept, other);
  if (credit.rule === "differ") throw new DomainError("merge_deals_differ");
  return credit.rule === "fixed" ? credit.affiliateId : credit[chosen];
}

/** Returns the contact with the chosen values, and the values of either lead that do not stay. */
function chosenContact(kept: LeadToMerge, other: LeadToMerge, taken: MergeLeadsInput["taken"]) {
  const values = toValues(contactFields, kept.contact);
  const left: LeftValues["values"] = [];
  for (const field of differingFields(kept, other)) {
    const side = (field.canChoose && taken[field.name]) || field.taken;
    Object.assign(values, { [field.name]: field[side] });
    const value = field[side === "kept" ? "other" : "kept"];
    if (value !== null) left.push({ name: field.name, value });
  }
  return { contact: toRecord(contactFields, values), left };
}

/** Gives the lead the chosen values of own fields, fills the empty ones, and returns the values that did not stay. */
async function mergeOwnValues(
  scope: Scope,
  kept: LeadToMerge,
  other: LeadToMerge,
  taken: Readonly<Record<string, Side | undefined>>,
): Promise<OwnData> {
  const all = await readAllOwnFields(scope);
  // A deleted field can be restored with its values.
  const fields = [...all.lead, ...all.deleted.filter(({ entity }) => entity === "lead")];
  const differing = differingOwn(fields, kept.own, other.own);
  const chosen = differing.map((one) => ({ ...one, side: taken[one.field.key] ?? one.taken }));
  const changed = chosen.filter(({ side }) => side === "other").map((one) => [one.field.key, one.other]);
  if (changed.length > 0)
    await changeOwnValues(scope, "lead", kept, { fields, own: Object.fromEntries(changed) as OwnValues });
  const left = chosen.flatMap((one) => {
    const value = one.side === "kept" ? one.other : one.kept;
    return value === null ? [] : [{ field: one.field, value }];
  });
  return {
    fields: left.map(({ field }) => field),
    values: Object.fromEntries(left.map(({ field, value }) => [field.key, value])),
  };
}

/** Writes the internal note of a merge and returns its id. */
async function writeLeft(scope: Scope, leadId: string, author: string | null, text: () => string): Promise<string> {
  const id = timeOrderedId();
  await scope.db.leadNote.create({ data: { id, leadId, author, text: text(), createdAt: scope.now } });
  return id;
}

/**
 * Takes over the responsible member and the next step of the other lead where this one has none. A next step that does
 * not stay becomes an internal note.
 */
async function mergeWork(scope: Scope, keptId: string, otherId: string, author: string | null): Promise<void> {
  const [kept, other] = [await readWork(scope, keptId), await readWork(scope, otherId)];
  const step = kept.nextStep === null ? other : kept;
  await writeWork(scope, [keptId], { ...step, responsible: kept.responsible ?? other.responsible });
  if (kept.nextStep !== null && other.nextStep !== null && kept.nextStep !== other.nextStep) {
    await writeLeft(scope, keptId, author, () => `${other.nextStep} (${other.nextStepOn})`);
  }
}

/** Moves all rows of a lead to the one that stays, and leaves its address. */
async function moveRows(scope: Scope, kept: LeadToMerge, other: LeadToMerge, note: string): Promise<void> {
  const from = { where: { leadId: other.id }, data: { leadId: kept.id } };
  await scope.db.deal.updateMany({ ...from, data: { ...from.data, updatedAt: scope.now } });
  await scope.db.leadNote.updateMany(from);
  await scope.db.leadMessage.updateMany(from);
  await scope.db.mergedLead.updateMany(from);
  await scope.db.importRow.updateMany({ where: { recordId: other.id }, data: { recordId: kept.id } });
  const { affiliateId, search } = other.row;
  // A trigger moves the recorded changes of its status, which the runtime role may not change.
  await scope.db.mergedLead.create({
    data: { id: other.id, leadId: kept.id, affiliateId, search, note, mergedAt: scope.now },
  });
  await scope.db.lead.deleteMany({ where: { id: other.id } });
}

/** Gives the lead the furthest status of both, and the first day of each step. */
async function settleStatus(scope: Scope, { id, status, row }: LeadToMerge, other: LeadToMerge): Promise<void> {
  const to = mergedStatus(status, other.status);
  if (to !== status) await changeStatus(scope, { leadIds: [id], from: [status], to });
  const first = (one: Date | null, two: Date | null) => (one && two ? (one < two ? one : two) : (one ?? two));
  await scope.db.lead.updateMany({
    where: { id },
    data: {
      qualifiedOn: first(row.qualifiedOn, other.row.qualifiedOn),
      wonOn: first(row.wonOn, other.row.wonOn),
      lostOn: to === "lost" ? first(row.lostOn, other.row.lostOn) : null,
      updatedAt: scope.now,
    },
  });
}

/** Notifies the affiliates whose lead is now another affiliate's, or nobody's. */
async function tellLosers(scope: Scope, leads: readonly LeadToMerge[], credited: string | null): Promise<void> {
  const notices = leads.flatMap(({ affiliateId, contact }) =>
    affiliateId && affiliateId !== credited
      ? [{ affiliateId, type: "lead_merged" as const, company: contact.companyName }]
      : [],
  );
  await scope.inSavepoint("notifying affiliates of a merged lead", () => notifyAffiliates(scope, notices));
}
