import { TRIAL_REMINDER_DAYS } from "~/domain/subscriptions/notify-billing.server";
import { defineTask } from "../define-task";

/** Queues one job for each organisation whose trial ends soon or has just ended. */
export const trialSweep = defineTask("trial.sweep", async (_payload, { owner }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await owner.query(
    `with due as materialized (
       select org_id from public.organization
       where subscription_status is null
         and trial_ends_at between now() - interval '3 days' and now() + make_interval(days => $1))
     select graphile_worker.add_job(
       'trial.tell', json_build_object('org_id', org_id), job_key => org_id || ':trial.tell',
       flags => array['org:' || org_id])
     from due`,
    [TRIAL_REMINDER_DAYS],
  );
});
