import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, refuseUnseenChanges } from "../shared/changed-meanwhile.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { OrganizationSettings } from "./organization.schema";

/** What the form shows of an organisation, by its fields. */
const valuesOf = ({ name, timeZone, defaultCurrency }: OrganizationSettings) => ({
  organization_name: name,
  time_zone: timeZone,
  default_currency: defaultCurrency,
});

/** The `seen` of a form that is filled with these settings. */
export const seenOrganization = (settings: OrganizationSettings): string => fingerprint(valuesOf(settings));

/**
 * Changes the organisation's name, time zone (whose calendar says what is due today) and default currency. Nothing that
 * is stored is converted. Throws `changed_meanwhile` (see {@link seenOrganization}), `forbidden` for everybody but the
 * owner.
 */
export async function editOrganization(
  scope: Scope,
  input: OrganizationSettings & { seen?: string | undefined },
): Promise<void> {
  requireOwner(scope);
  // Locked, so that of two changes at once the log tells the later one's difference from the earlier one.
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for update`;
  const before = await scope.db.organization.findFirstOrThrow({
    select: { name: true, timeZone: true, defaultCurrency: true },
  });
  refuseUnseenChanges(input.seen, valuesOf(before), valuesOf(input));
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
