import { dueRetention } from "~/platform/db/retention.server";
import { defineTask, jobScope } from "../define-task";
import { applyRetentionStep } from "../retention";

/** Warns the owners of a paused organisation, or deletes its data, whatever is due (BIL-06). */
export const retentionCheck = defineTask("retention.check", async ({ org_id: orgId }, context) => {
  const { owner, database, log } = context;
  const now = database.now();
  const [due] = await dueRetention(owner, now, orgId);
  if (!due) return;
  const job = { name: "retention.check", orgId } as const;
  const outcome = await applyRetentionStep(due, now, owner, (use) => jobScope(context, job, use));
  log.info({ org_id: orgId, ...outcome }, "the data of a paused organisation");
});
