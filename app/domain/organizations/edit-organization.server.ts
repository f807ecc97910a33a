import { recordAudit } from "../audit/record-audit.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OrganizationSettings } from "./organization.schema";

/**
 * Changes the organisation's name, time zone (whose calendar says what is due today) and default currency. Nothing that
 * is stored is converted. Throws `forbidden` for everybody but the owner.
 */
export async function editOrganization(scope: Scope, input: OrganizationSettings): Promise<void> {
  requireOwner(scope);
  // Locked, so that of two changes at once the log tells the later one's difference from the earlier one.
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for update`;
  const before = await scope.db.organization.findFirstOrThrow({
    select: { name: true, timeZone: true, defaultCurrency: true },
  });
  const data = {
    ...(input.name !== before.name && { name: input.name, name_before: before.name }),
    ...(input.timeZone !== before.timeZone && {
      time_zone: input.timeZone,
      time_zone_before: before.timeZone,
    }),
    ...(input.defaultCurrency !== before.defaultCurrency && {
      default_currency: input.defaultCurrency,
      default_currency_before: before.defaultCurrency,
    }),
  };
  if (Object.keys(data).length === 0) return;
  await scope.db.organization.updateMany({
    data: { name: input.name, timeZone: input.timeZone, defaultCurrency: input.defaultCurrency },
  });
  await recordAudit(scope, {
    action: "organization.edit",
    entity: "organization",
    entityId: scope.orgId,
    data,
  });
}
