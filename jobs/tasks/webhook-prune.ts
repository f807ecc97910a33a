import { KEPT_DAYS } from "~/domain/webhooks/delivery";
import { defineTask } from "../define-task";

/** Deletes old deliveries with their attempts. One that is still tried stays. */
export const webhookPrune = defineTask("webhook.prune", async (_payload, { owner }) => {
  await owner.query(
    `delete from public.webhook_delivery
     where created_at < now() - make_interval(days => $1) and status <> 'pending'`,
    [KEPT_DAYS],
  );
});
