import { recordAudit } from "../audit/record-audit.server";
import { ensureUser } from "../identity/ensure-user.server";
import { DomainError } from "../shared/errors";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { mailInvitation } from "./mail-invitation.server";

/**
 * Adds an affiliate as invited and queues the invitation mail with its one-time link, in `language` as long as the person
 * has chosen none. Returns the id.
 * Throws `affiliate_email_taken` (field email), `forbidden`.
 */
export async function addAffiliate(
  scope: Scope,
  input: { name: string; email: string },
  language?: string,
): Promise<string> {
  requireStaff(scope);
  const user = await ensureUser(scope, input);
  const created = await scope.db.affiliate.createManyAndReturn({
    data: [
      {
        name: input.name,
        email: input.email,
        userId: user.id,
        createdBy: actingUser(scope),
        createdAt: scope.now,
      },
    ],
    // Two at once with the same address: the unique key lets one through.
    skipDuplicates: true,
    select: { id: true },
  });
  const id = created[0]?.id;
  if (!id) throw new DomainError("affiliate_email_taken", {}, "email");

  await mailInvitation(scope, user.id, language);
  // Also tells when the invitation was mailed, and to whom (lastInvitations).
  await recordAudit(scope, {
    action: "affiliate.add",
    entity: "affiliate",
    entityId: id,
    data: { user_id: user.id },
  });
  return id;
}
