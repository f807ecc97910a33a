import { KEPT_DAYS } from "~/domain/webhooks/delivery";
import { defineTask } from "../define-task";

/** How many deliveries one statement deletes, each with up to ten attempts and their answers. */
const AT_ONCE = 1_000;

/**
 * Deletes old deliveries with their attempts, some at a time: one statement for all would hold locks for long, and undo
 * its work when it is stopped. One that is still tried stays.
 */
export const webhookPrune = defineTask("webhook.prune", async (_payload, { owner }) => {
  const old = "created_at < now() - make_interval(days => $1) and status <> 'pending'";
  // Organisation by organisation: on a cluster each statement goes to one shard.
  const { rows } = await owner.query<{ org_id: string }>(
    `select distinct org_id from public.webhook_delivery where ${old}`,
    [KEPT_DAYS],
  );
  for (const { org_id } of rows) {
    let deleted: number | null;
    do {
      ({ rowCount: deleted } = await owner.query(
        `delete from public.webhook_delivery where org_id = $2 and id in (
           select id from public.webhook_delivery where org_id = $2 and ${old} order by created_at limit $3)`,
        [KEPT_DAYS, org_id, AT_ONCE],
      ));
    } while (deleted === AT_ONCE);
  }
});
