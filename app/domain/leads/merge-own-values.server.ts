import type { OwnField } from "../fields/own-field";
import { isSameOwn, type OwnValue } from "../fields/own-value";
import { addOwnValues, readOwnOfRecords } from "../fields/own-values.server";
import type { Scope } from "../shared/scope";

/** A value of an own field that did not stay. */
export interface LeftOwnValue {
  field: OwnField;
  value: OwnValue;
}

/** Returns the values of the other lead that do not stay, because the lead that stays has another one. */
export async function leftOwnValues(scope: Scope, keptId: string, otherId: string): Promise<LeftOwnValue[]> {
  const { fields, of } = await readOwnOfRecords(scope, "lead", [keptId, otherId]);
  const [kept, other] = [of(keptId), of(otherId)];
  return fields.flatMap((field) => {
    const [stays, value] = [kept[field.key] ?? null, other[field.key] ?? null];
    return stays !== null && value !== null && !isSameOwn(stays, value) ? [{ field, value }] : [];
  });
}

/** Gives the lead that stays the values that only the other one has, also those of deleted fields. */
export async function mergeOwnValues(scope: Scope, kept: { id: string; affiliateId: string | null }, otherId: string) {
  for (const { audience, content } of await scope.db.leadOwnValue.findMany({ where: { leadId: otherId } }))
    await addOwnValues(scope, kept, audience, content as Record<string, unknown>);
}
