import { prepareDelivery } from "~/domain/webhooks/prepare-delivery.server";
import { defineTask, jobScope } from "../define-task";

export const webhookEmit = defineTask("webhook.emit", async ({ org_id, event_id, ...event }, context) => {
  await jobScope(context, { name: "webhook.emit", orgId: org_id }, (scope) => prepareDelivery(scope, event_id, event));
});
