import { defineTask } from "../define-task";

/** One job per organisation with recurring deals, so that one organisation's failure does not stop the others (COM-04). */
export const commissionsSweep = defineTask("commissions.sweep", async (_payload, { owner }) => {
  await owner.query(`
    select graphile_worker.add_job(
      'commissions.generate', json_build_object('org_id', org_id), job_key => org_id || ':commissions.generate',
      flags => array['org:' || org_id])
    from (select distinct org_id from public.deal where deal_type = 'recurring') due`);
});
