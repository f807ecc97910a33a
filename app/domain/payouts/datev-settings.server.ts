import { recordAudit } from "../audit/record-audit.server";
import type { DatevSettingsInput } from "../documents/datev.schema";
import type { DatevChart, DatevSettings } from "../documents/datev-settings";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { differing } from "../shared/field-list";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { timeOrderedId } from "../shared/time-ordered-id.server";
import { momentAfter } from "./payer";
import { dateOfLatest, lockPayer } from "./payer.server";

/** Reads the numbers that the tax adviser gives (PAY-14); null if none were entered. Throws `forbidden`. */
export async function readDatevSettings(scope: Scope): Promise<DatevSettings | null> {
  requireStaff(scope);
  const row = await scope.db.datevSetting.findFirst({
    orderBy: dateOfLatest.orderBy,
    select: {
      adviser: true,
      client: true,
      fiscalMonth: true,
      accountLength: true,
      chart: true,
      expenseAccount: true,
      bankAccount: true,
    },
  });
  return row && { ...row, chart: row.chart as DatevChart };
}

/** Returns the values that the form shows. */
const valuesOf = (settings: DatevSettings | null) => ({
  adviser: settings?.adviser ?? null,
  client: settings?.client ?? null,
  fiscal_month: settings?.fiscalMonth ?? null,
  account_length: settings?.accountLength ?? null,
  chart: settings?.chart ?? null,
  expense_account: settings?.expenseAccount ?? null,
  bank_account: settings?.bankAccount ?? null,
});

/** Returns the `version` of a form that is filled with these settings. */
export const datevSettingsVersion = (settings: DatevSettings | null): string => fingerprint(valuesOf(settings));

/**
 * Changes the numbers that the tax adviser gives: a new row, so that those before stay known. Throws
 * `changed_meanwhile`, and `forbidden` for all but owners.
 */
export async function saveDatevSettings(scope: Scope, { version, ...input }: DatevSettingsInput): Promise<void> {
  await lockPayer(scope);
  const [before, wanted] = [valuesOf(await readDatevSettings(scope)), valuesOf(input)];
  rejectConflicts(version, before, wanted);
  const fields = differing(before, wanted);
  if (fields.length === 0) return;
  const createdAt = momentAfter(scope.now, await scope.db.datevSetting.findFirst(dateOfLatest));
  await scope.db.datevSetting.create({ data: { id: timeOrderedId(scope.now.getTime()), ...input, createdAt } });
  await recordAudit(scope, {
    action: "datev.save_settings",
    entity: "organization",
    entityId: scope.orgId,
    data: { fields: fields.join(", ") },
  });
}
