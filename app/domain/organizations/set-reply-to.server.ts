import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, rejectConflicts } from "../shared/edit-conflict.server";
import { pick, toValues, type RecordOf } from "../shared/field-list";
import { lockOrganization } from "../shared/lock-organization.server";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { replyFields } from "./organization.schema";

type ReplySettings = RecordOf<typeof replyFields>;

/** Returns the `version` of a form that is filled with this setting. */
export const replyVersion = (settings: ReplySettings): string =>
  fingerprint(toValues(replyFields, pick(replyFields, settings)));

/**
 * Sets the address for replies to the organization's emails to affiliates; null for none.
 * Throws `changed_meanwhile` (see {@link replyVersion}), `proof_required`, `forbidden` for all but owners.
 */
export async function setReplyTo(
  scope: Scope,
  { version, ...wanted }: ReplySettings & { version?: string | undefined },
): Promise<void> {
  requireOwner(scope);
  // Lock the row, so that of two concurrent changes the second is compared with the first.
  await lockOrganization(scope);
  const { replyTo } = await scope.db.organization.findFirstOrThrow({ select: { replyTo: true } });
  rejectConflicts(version, toValues(replyFields, { replyTo }), toValues(replyFields, wanted));
  if (replyTo === wanted.replyTo) return;
  await scope.db.organization.updateMany({ data: wanted });
  await recordAudit(scope, {
    action: "organization.set_reply_to",
    entity: "organization",
    entityId: scope.orgId,
    data: { reply_to: wanted.replyTo, reply_to_before: replyTo },
  });
}
