import { checkSubscription } from "~/domain/subscriptions/check-subscription.server";
import { defineTask, jobScope } from "../define-task";

export const subscriptionCheck = defineTask("subscription.check", async ({ org_id }, context) => {
  const job = { name: "subscription.check", orgId: org_id } as const;
  await checkSubscription((use) => jobScope(context, job, use), context.billing);
});
