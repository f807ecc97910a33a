import { afterEach, beforeAll, expect, test } from "vitest";
import { crontab } from "../../jobs/crontab";
import { ensureBuilt } from "../../cli/build.mjs";
import { activeAffiliate, withTerms } from "../factories/affiliates";
import { recurringDeal } from "../factories/deals";
import { createOrg } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startWorkerProcess, type WorkerProcess } from "./worker-process";

const db = useDatabase({ each: true });
const workers: WorkerProcess[] = [];

beforeAll(() => ensureBuilt({ web: false }));
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.end("SIGKILL")));
});

const query = async <T>(sql: string, values: unknown[] = []) => (await db.ownerPool.query(sql, values)).rows as T[];
const start = async (count: number) => {
  workers.push(...(await Promise.all(Array.from({ length: count }, () => startWorkerProcess(db, "")))));
};
const kill = () => Promise.all(workers.splice(0).map((worker) => worker.end("SIGKILL")));

test(
  "[COM-03] [COM-04] J6 nightly runs missed for three days are made up once, even by two workers",
  { timeout: 120_000 },
  async () => {
    const org = await createOrg(db.database);
    const affiliate = await activeAffiliate(db.database, org);
    await withTerms(db.database, org, affiliate);
    await recurringDeal(db.database, org, affiliate, { contract_duration_months: "3" });
    await query("delete from commission_payment");
    await query("delete from graphile_worker._private_jobs");
    // The first worker registers the schedule. Then no worker runs for more than three nights.
    await start(1);
    const known = () => query("select 1 from graphile_worker._private_known_crontabs");
    await expect.poll(known).toHaveLength(crontab.length);
    await kill();
    await query(
      `update graphile_worker._private_known_crontabs
       set known_since = now() - interval '5 days', last_execution = now() - interval '77 hours'`,
    );
    await query("create table queued (task text)");
    await query(`
      create function note_queued() returns trigger language plpgsql as $$
      begin
        insert into public.queued
        select identifier from graphile_worker._private_tasks where id = new.task_id;
        return null;
      end $$`);
    await query(`create trigger note_queued after insert on graphile_worker._private_jobs
      for each row execute function note_queued()`);
    // Prevents a runner from taking the sweep while the missed nights are made up, because a job that already ran
    // cannot be replaced.
    await query(`
      create function hold_sweep() returns trigger language plpgsql as $$
      begin
        if (select identifier from graphile_worker._private_tasks where id = new.task_id) = 'commissions.sweep' then
          new.run_at := now() + interval '1 day';
        end if;
        return new;
      end $$`);
    await query(`create trigger hold_sweep before insert on graphile_worker._private_jobs
      for each row execute function hold_sweep()`);
    const queued = async (task: string) =>
      (await query<{ n: number }>("select count(*)::int as n from queued where task = $1", [task]))[0]!.n;
    const settled = () => expect.poll(() => db.jobs("commissions.generate"), { timeout: 30_000 }).toEqual([]);

    await start(2);
    const madeUp = () =>
      query(
        `select 1 from graphile_worker._private_known_crontabs
         where identifier = 'commissions.sweep' and last_execution > now() - interval '1 day'`,
      );
    await expect.poll(madeUp, { timeout: 30_000 }).toHaveLength(1);
    expect(await db.jobs("commissions.sweep")).toHaveLength(1);
    expect(await queued("commissions.sweep")).toBe(1);
    await query("drop trigger hold_sweep on graphile_worker._private_jobs");
    await query(
      "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'commissions.sweep'), run_at => now())",
    );
    const payments = () => query("select 1 from commission_payment");
    await expect.poll(payments, { timeout: 30_000 }).toHaveLength(3);
    await settled();
    expect(await payments()).toHaveLength(3);
    const created = await query<{ created: number }>("select created from generation_run where created > 0");
    expect(created).toEqual([{ created: 3 }]);

    // They are not made up again. Only runs missed since then are, which the next worker notices after checking all.
    await kill();
    await query(
      "update graphile_worker._private_known_crontabs set last_execution = now() - interval '2 hours' where identifier = 'trial.sweep'",
    );
    const before = await queued("trial.sweep");
    await start(1);
    await expect.poll(() => queued("trial.sweep")).toBeGreaterThan(before);
    expect(await queued("commissions.sweep")).toBe(1);
  },
);
