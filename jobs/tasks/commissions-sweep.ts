import { defineTask } from "../define-task";

/** Queues one job for each organisation with recurring deals. If one fails, the others still run (COM-04). */
export const commissionsSweep = defineTask("commissions.sweep", async (_payload, { owner }) => {
  // Materialized, or a distributed database would call add_job on its workers, where the queue is not.
  await owner.query(`
    with due as materialized (
      select org_id from public.organization o where exists (
        select from public.aggregate a
        where a.org_id = o.org_id and a.affiliate_id is null and a.kind = 'recurring'))
    select graphile_worker.add_job(
      'commissions.generate', json_build_object('org_id', org_id), job_key => org_id || ':commissions.generate',
      flags => array['org:' || org_id])
    from due`);
});
