import { randomUUID } from "node:crypto";
import { recordAudit, recordAuditEntries, type AuditEvent } from "../audit/record-audit.server";
import { ownersLanguage } from "../identity/owners-language.server";
import { ensureInvited } from "../identity/open-person.server";
import { requireStrangerMail } from "../organizations/mail-budget.server";
import { refuseContact } from "../shared/contact-in-name";
import { DomainError } from "../shared/errors";
import { pick } from "../shared/field-list";
import { actingUser, requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { FirstTerms } from "./affiliate";
import { newAffiliateFields, type NewAffiliate } from "./affiliate.schema";
import { giveStandardTerms } from "./give-standard-terms.server";
import { mailInvitation } from "./mail-invitation.server";

/**
 * Adds an affiliate as invited, queues the invitation email with its one-time link and returns the id. Emails use
 * `language`, or an owner's language without it, until the person has chosen one. The standard terms apply to the
 * affiliate, if the organization has some, unless `terms` is "none" (WORK-05).
 * Throws `affiliate_email_taken` (field email), `name_has_contact` (field name), `mail_budget_used`, `forbidden`.
 */
export async function addAffiliate(
  scope: Scope,
  input: NewAffiliate,
  language?: string,
  terms: FirstTerms = "standard",
): Promise<string> {
  const mailed = language ?? (await ownersLanguage(scope));
  const { id, userId } = await createAffiliate(scope, input, mailed);
  if (terms === "standard") await giveStandardTerms(scope, id);
  await requireStrangerMail(scope);
  await mailInvitation(scope, { id, userId }, mailed ?? undefined);
  await recordAudit(scope, {
    action: "affiliate.add",
    entity: "affiliate",
    entityId: id,
    data: { user_id: userId },
  });
  return id;
}

/**
 * Adds an affiliate with the standard terms as one step of an import, sends no email and returns the id. Later emails
 * use `language` until the person has chosen one.
 * Throws as {@link addAffiliate} does.
 */
export async function importAffiliate(
  scope: Scope,
  input: NewAffiliate,
  { id: importId, language }: { id: string; language: string | null },
): Promise<string> {
  const { id, userId } = await createAffiliate(scope, input, language);
  await giveStandardTerms(scope, id);
  const step: AuditEvent = {
    action: "affiliate.import",
    entity: "affiliate",
    entityId: id,
    data: { user_id: userId },
  };
  await recordAuditEntries(scope, [step], importId);
  return id;
}

async function createAffiliate(
  scope: Scope,
  input: NewAffiliate,
  language: string | null,
): Promise<{ id: string; userId: string }> {
  requireStaff(scope);
  if (!(await scope.organization()).allowsContact) refuseContact(input.name, "name", [input.email]);
  const user = await ensureInvited(scope, input);
  const id = randomUUID();
  const { count } = await scope.db.membership.createMany({
    data: [{ userId: user.id, role: "affiliate", affiliateId: id, createdAt: scope.now }],
    // If two inserts with the same address run concurrently, the unique key accepts only one.
    skipDuplicates: true,
  });
  if (count === 0) throw new DomainError("affiliate_email_taken", {}, "email");
  await scope.db.affiliate.createMany({
    data: [
      {
        id,
        ...pick(newAffiliateFields, input),
        language,
        createdBy: actingUser(scope),
        createdAt: scope.now,
      },
    ],
  });
  return { id, userId: user.id };
}
