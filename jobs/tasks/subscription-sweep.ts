import { defineTask } from "../define-task";

/**
 * Queues one job for each organisation that is a customer at Stripe: what no event has told is found within a day.
 * Spread over an hour, so that Stripe is not asked for all of them at once.
 */
export const subscriptionSweep = defineTask("subscription.sweep", async (_payload, { owner }) => {
  await owner.query(`
    select graphile_worker.add_job(
      'subscription.check', json_build_object('org_id', org_id), job_key => org_id || ':subscription.check',
      run_at => now() + random() * interval '1 hour', flags => array['org:' || org_id])
    from public.stripe_customer where deleted_at is null`);
  await owner.query("delete from public.stripe_event where created_at < now() - interval '90 days'");
});
