import type { Scope } from "../shared/scope";
import { deleteFile } from "./delete-file.server";

/**
 * Deletes the files attached to the notes and messages about some leads, or those that an affiliate has sent. The texts
 * stay; files cannot be searched for a person's name, and unlike receipts nothing asks to keep them. The caller checks
 * the permission.
 */
export async function dropAttachments(
  scope: Scope,
  of: { leadIds: readonly string[] } | { affiliateId: string },
): Promise<void> {
  const attached = { fileId: { not: null } };
  const none = { fileId: null, fileName: null };
  const isOfLeads = "leadIds" in of;
  const sent = isOfLeads
    ? { ...attached, leadId: { in: [...of.leadIds] } }
    : { ...attached, affiliateId: of.affiliateId, author: null };
  const rows = await scope.db.leadMessage.findMany({ where: sent, select: { fileId: true } });
  await scope.db.leadMessage.updateMany({ where: sent, data: none });
  if (isOfLeads) {
    const noted = { ...attached, leadId: { in: [...of.leadIds] } };
    rows.push(...(await scope.db.leadNote.findMany({ where: noted, select: { fileId: true } })));
    await scope.db.leadNote.updateMany({ where: noted, data: none });
  }
  for (const { fileId } of rows) if (fileId) await deleteFile(scope, fileId);
}
