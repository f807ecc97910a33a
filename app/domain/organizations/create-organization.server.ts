import { recordAudit } from "../audit/record-audit.server";
import { allowUserAccess } from "../identity/open-person.server";
import { DAY_MS } from "../shared/dates";
import { refuseContact } from "../shared/contact-in-name";
import { DomainError } from "../shared/errors";
import type { Scope } from "../shared/scope";
import { TRIAL_DAYS } from "../subscriptions/subscription";

/**
 * Creates the organization of the scope with the acting user as owner, starts the trial and returns the organization's
 * id. A double submission creates one organization: the user's row is locked, and an existing organization is returned.
 * Throws `email_unconfirmed` (also for a session of a manual link), `name_has_contact` (field organization_name).
 */
export async function createOrganization(scope: Scope, owner: { userId: string }, name: string): Promise<string> {
  await allowUserAccess(scope, owner.userId);
  const [person] = await scope.db.$queryRaw<{ confirmed: boolean; email: string }[]>`
    select email_confirmed_at is not null as confirmed, email from app_user where id = ${owner.userId}::uuid for update`;
  if (!person?.confirmed) throw new DomainError("email_unconfirmed");
  const [existing] = await scope.db.$queryRaw<{ org_id: string }[]>`
    select org_id from app.memberships(${owner.userId}::uuid)`;
  if (existing) return existing.org_id;
  refuseContact(name, "organization_name", [person.email]);

  await scope.db.organization.create({
    data: {
      name,
      createdAt: scope.now,
      trialEndsAt: new Date(scope.now.getTime() + TRIAL_DAYS * DAY_MS),
    },
  });
  await scope.db.membership.create({ data: { userId: owner.userId, role: "owner", createdAt: scope.now } });
  await recordAudit(scope, { action: "organization.create", entity: "organization", entityId: scope.orgId });
  return scope.orgId;
}
