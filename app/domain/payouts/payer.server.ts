import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { columnsOf, differing, pick, toValues, type RecordOf } from "../shared/field-list";
import { fromDatabase, toDatabase } from "../shared/money";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import type { PayoutCadence, PayoutRhythm } from "./payer";
import type { PayerInput } from "./payer.schema";
import { addressFields } from "./payee.schema";
import { noPayee } from "./save-payee.server";

/** The organization as a payer. */
export interface Payer {
  record: RecordOf<typeof addressFields>;
  cadence: PayoutCadence | null;
  payDay: number | null;
  /** Minor units of the organization's currency. */
  minimumAmount: number;
}

/** Reads the organization as a payer (PAY-03); empty if nothing was entered. Affiliates may read it too. */
export async function readPayer(scope: Scope): Promise<Payer> {
  const row = await scope.db.payerProfile.findFirst({
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    select: { ...columnsOf(addressFields), cadence: true, payDay: true, minimumAmount: true },
  });
  return {
    record: row ? pick(addressFields, row) : pick(addressFields, noPayee),
    cadence: (row?.cadence ?? null) as PayoutCadence | null,
    payDay: row?.payDay ?? null,
    minimumAmount: fromDatabase(row?.minimumAmount ?? 0n),
  };
}

/** Returns when the organization pays; null if it has not said so. */
export async function readRhythm(scope: Scope): Promise<PayoutRhythm | null> {
  const { cadence, payDay, minimumAmount } = await readPayer(scope);
  return cadence && { cadence, payDay, minimumAmount };
}

/** Returns the values that the form shows. */
const valuesOf = ({ record, cadence, payDay, minimumAmount }: Payer, currency: string) => ({
  ...toValues(addressFields, record),
  cadence,
  pay_day: payDay,
  minimum_amount: { amount: minimumAmount, currency },
});

/** Returns the `version` of a form that is filled with this payer. */
export const payerVersion = (payer: Payer, currency: string): string => fingerprint(valuesOf(payer, currency));

/**
 * Changes the organization as a payer: a new row, so that the one before stays known. Throws `changed_meanwhile`, and
 * `forbidden` for all but owners.
 */
export async function savePayer(scope: Scope, input: PayerInput): Promise<void> {
  requireOwner(scope);
  const { defaultCurrency } = await scope.organization();
  const { cadence, payDay, minimumAmount } = input;
  const before = await readPayer(scope);
  const record = pick(addressFields, input);
  const [stored, wanted] = [before, { record, cadence, payDay, minimumAmount }].map((one) =>
    valuesOf(one, defaultCurrency),
  ) as [ReturnType<typeof valuesOf>, ReturnType<typeof valuesOf>];
  rejectConflicts(input.version, stored, wanted);
  const texts = (values: typeof stored) => ({ ...values, minimum_amount: values.minimum_amount.amount });
  const changed = differing(texts(stored), texts(wanted));
  if (changed.length === 0) return;
  const id = timeOrderedId(scope.now.getTime());
  const minimum = toDatabase(minimumAmount);
  await scope.db.payerProfile.create({
    data: { id, ...record, cadence, payDay, minimumAmount: minimum, createdAt: scope.now },
  });
  await recordAudit(scope, {
    action: "payer.save",
    entity: "organization",
    entityId: scope.orgId,
    data: { fields: changed.join(", ") },
  });
}
