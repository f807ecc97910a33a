import { afterEach, expect, test } from "vitest";
import { listJobs, retryJobs } from "../../cli/queue";
import { startWorker, type RunningWorker } from "../../jobs/worker";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";

const db = useDatabase({ each: true });
const MAX_ATTEMPTS = 4;

let worker: RunningWorker | undefined;
afterEach(async () => {
  await worker?.stop();
  worker = undefined;
});

/** Creates an organization with three missing payments. Returns its id. */
async function orgWithoutPayments(): Promise<string> {
  const org = await createOrg(db.database);
  const affiliate = await activeAffiliate(db.database, org);
  await withTerms(db.database, org, affiliate);
  await recurringDeal(db.database, org, affiliate, { contract_duration_months: "3" });
  await db.ownerPool.query("delete from commission_payment where org_id = $1", [org.orgId]);
  return org.orgId;
}

async function addJob(orgId: string): Promise<string> {
  const { rows } = await db.ownerPool.query<{ id: string }>(
    `select id::text from graphile_worker.add_job('commissions.generate', json_build_object('org_id', $1::text),
       flags => array['org:' || $1], max_attempts => $2)`,
    [orgId, MAX_ATTEMPTS],
  );
  return rows[0]!.id;
}

const payments = async (orgId: string) =>
  (await db.ownerPool.query("select 1 from commission_payment where org_id = $1", [orgId])).rowCount;

test("[COM-04] J4 a failing job uses all its attempts, blocks no other job, is listed and can be retried", async () => {
  const broken = await orgWithoutPayments();
  await db.ownerPool.query(
    `create function refuse() returns trigger language plpgsql as $$
     begin
       if new.org_id = '${broken}' then raise exception 'the payment is refused'; end if;
       return new;
     end $$;
     create trigger refuse before insert on commission_payment for each row execute function refuse()`,
  );
  const others: string[] = [];
  for (let count = 0; count <= MAX_ATTEMPTS; count++) others.push(await orgWithoutPayments());
  await db.ownerPool.query("delete from graphile_worker._private_jobs");
  const id = await addJob(broken);
  const job = async () => (await listJobs(db.ownerPool, { ids: [id] }, 1))[0];
  // With one slot, jobs of a lane run one after the other.
  worker = await startWorker(db.context, { jobs: 1, deliveries: 1 }, { cron: false });

  // Another job becomes due with every attempt, and after the last one.
  for (const [before, other] of others.entries()) {
    const isDue = "update graphile_worker._private_jobs set run_at = now() where id = $1 and attempts = $2";
    await db.ownerPool.query(isDue, [id, before]);
    await addJob(other);
    const attempts = Math.min(before + 1, MAX_ATTEMPTS);
    const state = attempts < MAX_ATTEMPTS ? "retrying" : "failed";
    await expect.poll(job).toMatchObject({ state, attempts: `${attempts}/${MAX_ATTEMPTS}` });
    await expect.poll(() => db.jobs("commissions.generate")).toHaveLength(1);
    expect(await payments(other)).toBe(3);
  }
  expect(await listJobs(db.ownerPool, { state: "failed" }, 10)).toEqual([
    {
      id,
      task: "commissions.generate",
      lane: "runs",
      org_id: broken,
      state: "failed",
      attempts: `${MAX_ATTEMPTS}/${MAX_ATTEMPTS}`,
      run_at: expect.any(String),
      last_error: expect.stringContaining("the payment is refused"),
    },
  ]);
  expect(await payments(broken)).toBe(0);

  await db.ownerPool.query("drop function refuse cascade");
  expect(await retryJobs(db.ownerPool, [id])).toBe(1);
  await expect.poll(() => payments(broken)).toBe(3);
  await expect.poll(() => listJobs(db.ownerPool, {}, 10)).toEqual([]);
});
