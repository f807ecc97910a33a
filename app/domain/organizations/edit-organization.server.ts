import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { refuseContact } from "../shared/contact-in-name";
import { columnsOf, differing, pick, toValues } from "../shared/field-list";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { organizationFields, type OrganizationField, type OrganizationSettings } from "./organization.schema";

/** Picks the values that the form shows of an organization. */
const valuesOf = (settings: OrganizationSettings) => toValues(organizationFields, settings);

/** Names of the fields in the audit log. */
export const organizationLogNames = {
  organization_name: "name",
  time_zone: "time_zone",
  default_currency: "default_currency",
} satisfies Record<OrganizationField, string>;

/** Returns the `version` of a form that is filled with these settings. */
export const organizationVersion = (settings: OrganizationSettings): string => fingerprint(valuesOf(settings));

/**
 * Changes the organization's name, time zone (which determines what is due today) and default currency. Stored amounts
 * are not converted.
 * Throws `changed_meanwhile` (see {@link organizationVersion}), `name_has_contact` (field organization_name),
 * `forbidden` for all but owners.
 */
export async function editOrganization(
  scope: Scope,
  input: OrganizationSettings & { version?: string | undefined },
): Promise<void> {
  requireOwner(scope);
  // Lock the row, so that of two concurrent changes the audit entry of the second compares with the first.
  await lockOrganization(scope);
  const before = await scope.db.organization.findFirstOrThrow({
    select: columnsOf(organizationFields),
  });
  const [stored, wanted] = [valuesOf(before), valuesOf(input)];
  rejectConflicts(input.version, stored, wanted);
  const changed = differing(stored, wanted);
  if (changed.length === 0) return;
  if (input.name !== before.name && !(await scope.organization()).allowsContact) {
    const members = await scope.db.$queryRaw<{ email: string }[]>`select email from app.members()`;
    refuseContact(
      input.name,
      "organization_name",
      members.map(({ email }) => email),
    );
  }
  await scope.db.organization.updateMany({ data: pick(organizationFields, input) });
  await recordAudit(scope, {
    action: "organization.edit",
    entity: "organization",
    entityId: scope.orgId,
    data: Object.fromEntries(
      changed.flatMap((field) => [
        [organizationLogNames[field], wanted[field]],
        [`${organizationLogNames[field]}_before`, stored[field]],
      ]),
    ),
  });
}
