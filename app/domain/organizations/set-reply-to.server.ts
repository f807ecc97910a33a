import { recordAudit } from "../audit/record-audit.server";
import { fingerprint, refuseChangesMeanwhile } from "../shared/changed-meanwhile.server";
import { pick, toValues, type RecordOf } from "../shared/field-list";
import { requireOwner } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { replyFields } from "./organization.schema";

type ReplySettings = RecordOf<typeof replyFields>;

/** The `version` of a form that is filled with this setting. */
export const replyVersion = (settings: ReplySettings): string =>
  fingerprint(toValues(replyFields, pick(replyFields, settings)));

/**
 * Sets where replies to what the organization mails its affiliates go; null is nowhere. Throws `changed_meanwhile` (see
 * {@link replyVersion}), `proof_required`, `forbidden` for everybody but an owner.
 */
export async function setReplyTo(
  scope: Scope,
  { version, ...wanted }: ReplySettings & { version?: string | undefined },
): Promise<void> {
  requireOwner(scope);
  // Locked, so that if two people save at once the second is compared with what the first has saved.
  await scope.db.$queryRaw`select 1 from organization where org_id = ${scope.orgId}::uuid for update`;
  const { replyTo } = await scope.db.organization.findFirstOrThrow({ select: { replyTo: true } });
  refuseChangesMeanwhile(version, toValues(replyFields, { replyTo }), toValues(replyFields, wanted));
  if (replyTo === wanted.replyTo) return;
  await scope.db.organization.updateMany({ data: wanted });
  await recordAudit(scope, {
    action: "organization.set_reply_to",
    entity: "organization",
    entityId: scope.orgId,
    data: { reply_to: wanted.replyTo, reply_to_before: replyTo },
  });
}
