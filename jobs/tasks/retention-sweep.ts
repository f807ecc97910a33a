import { dueRetention } from "~/platform/db/retention.server";
import { defineTask } from "../define-task";

/** Queues one job for each organisation for which something is due. If one fails, the others still run. */
export const retentionSweep = defineTask("retention.sweep", async (_payload, { owner, database }) => {
  for (const { orgId } of await dueRetention(owner, database.now())) {
    await owner.query(
      `select graphile_worker.add_job('retention.check', json_build_object('org_id', $1::text),
         job_key => $1 || ':retention.check', flags => array['org:' || $1])`,
      [orgId],
    );
  }
});
