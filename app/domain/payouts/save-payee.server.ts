import { recordAudit } from "../audit/record-audit.server";
import { taxStatusOn, type DatedTaxStatus, type TaxStatus } from "../documents/tax-status";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { dateFromDay, dayFromDate, type Day } from "../shared/dates";
import { DomainError } from "../shared/errors";
import { columnsOf, differing, pick, toValues } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { payeeFields, type PayeeInput, type PayeeRecord } from "./payee.schema";

/**
 * Returns the affiliate whose payee data an actor may read and write: any for staff, themselves in the portal.
 * Throws `forbidden`.
 */
export function payeeOf(scope: Scope, affiliateId: string): string {
  if (scope.actor.kind !== "affiliate") requireStaff(scope);
  else if (scope.actor.affiliateId !== affiliateId) throw new DomainError("forbidden");
  return affiliateId;
}

/** The record of an affiliate without payee data. */
export const noPayee: PayeeRecord = {
  legalName: null,
  company: null,
  street: null,
  houseNumber: null,
  postalCode: null,
  town: null,
  country: null,
  vatId: null,
  taxNumber: null,
};

export interface Payee {
  record: PayeeRecord;
  /** The latest first. */
  taxStatuses: DatedTaxStatus[];
}

/** Reads the payee data of an affiliate; empty ones if none were entered. Throws `forbidden`. */
export async function readPayeeData(scope: Scope, affiliateId: string): Promise<Payee> {
  const id = payeeOf(scope, affiliateId);
  const row = await scope.db.payeeProfile.findFirst({ where: { affiliateId: id }, select: columnsOf(payeeFields) });
  const statuses = await scope.db.payeeTaxStatus.findMany({
    where: { affiliateId: id },
    orderBy: { beginsOn: "desc" },
    select: { status: true, beginsOn: true },
  });
  return {
    record: row ?? noPayee,
    taxStatuses: statuses.map(datedStatus),
  };
}

/** Returns a stored tax status. */
export const datedStatus = ({ status, beginsOn }: { status: string; beginsOn: Date }): DatedTaxStatus => ({
  status: status as TaxStatus,
  beginsOn: dayFromDate(beginsOn),
});

/** Returns the values that the form shows. The tax status is the last one entered, also if it begins later. */
export function payeeValues({ record, taxStatuses: [last] }: Payee) {
  return {
    ...toValues(payeeFields, record),
    tax_status: last?.status ?? null,
    tax_status_from: last?.beginsOn ?? null,
  };
}

/** Returns the `version` of a form that is filled with this payee. */
export const payeeVersion = (payee: Payee): string => fingerprint(payeeValues(payee));

/**
 * Changes the payee data of an affiliate (PAY-01), by staff or by the affiliate. Another tax status is added from its
 * day on, by default today, and replaces one that begins on the same day: documents of earlier days keep theirs.
 * Throws `changed_meanwhile`, `not_found`, `forbidden`.
 */
export async function savePayee(scope: Scope, affiliateId: string, input: PayeeInput): Promise<void> {
  const id = payeeOf(scope, affiliateId);
  if (!(await scope.db.affiliate.findFirst({ where: { id }, select: { id: true } })))
    throw new DomainError("not_found");
  const before = await readPayeeData(scope, id);
  const today = await scope.today();
  const [last] = before.taxStatuses;
  // A form without a choice keeps the status.
  const status = input.taxStatus ?? last?.status ?? null;
  const from = input.taxStatus ? (input.taxStatusFrom ?? statusDay(last, input.taxStatus, today)) : last?.beginsOn;
  const wanted = { ...toValues(payeeFields, input), tax_status: status, tax_status_from: from ?? null };
  const stored = payeeValues(before);
  rejectConflicts(input.version, stored, wanted);
  const changed = differing(stored, wanted);
  if (changed.length === 0) return;
  const data = { ...pick(payeeFields, input), updatedAt: scope.now };
  await scope.db.payeeProfile.upsert({
    where: { orgId_affiliateId: { orgId: scope.orgId, affiliateId: id } },
    create: { ...data, affiliateId: id },
    update: data,
  });
  if (input.taxStatus && from) {
    const beginsOn = dateFromDay(from);
    await scope.db.payeeTaxStatus.upsert({
      where: { orgId_affiliateId_beginsOn: { orgId: scope.orgId, affiliateId: id, beginsOn } },
      create: { affiliateId: id, beginsOn, status: input.taxStatus, createdAt: scope.now },
      update: { status: input.taxStatus },
    });
  }
  // The entry names the fields without their values: the log outlives personal data.
  await recordAudit(scope, {
    action: "payee.save",
    entity: "affiliate",
    entityId: id,
    data: { fields: changed.join(", ") },
  });
}

/** The day of a status without one: that of the same status, else today. */
const statusDay = (last: DatedTaxStatus | undefined, status: TaxStatus, today: Day): Day =>
  last?.status === status ? last.beginsOn : today;

/** Returns the tax status of a payee on a day. */
export const statusOf = (payee: Payee, day: Day): TaxStatus | null => taxStatusOn(payee.taxStatuses, day);
