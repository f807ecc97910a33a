import { noBilling } from "../support/no-billing";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Logger, run } from "graphile-worker";
import pg from "pg";
import { newWebhookSecret } from "~/domain/webhooks/signature.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { openDatabase } from "~/platform/db/database.server";
import { log } from "~/platform/log.server";
import { createSealer } from "~/platform/seal.server";
import { outgoingLinks } from "~/paths/outgoing";
import { createSigner } from "~/platform/signer.server";
import { startWorker } from "../../jobs/worker";
import type { World } from "./world-setup";

export interface DeliveriesSetup {
  /** Delivers this many signed webhooks to a local receiver. Returns the number per second. */
  webhooks(count: number): Promise<number>;
  /** Runs this many empty jobs with Graphile Worker alone and the same concurrency. Returns the number per second. */
  nothing(count: number): Promise<number>;
  close(): Promise<void>;
}

const ORGANIZATIONS = 20;
const CONCURRENCY = 20;
const logger = new Logger(() => () => {});

/** Opens organizations with a webhook and a receiver that immediately responds with 204. */
export async function openDeliveriesSetup(world: World): Promise<DeliveriesSetup> {
  const owner = new pg.Pool({ connectionString: world.ownerUrl, max: 40 });
  owner.on("error", () => {});
  owner.on("connect", (client) => client.on("error", () => {}));
  const secret = world.env["SESSION_SECRET"]!;
  const database = openDatabase({ url: world.env["DATABASE_APP_URL"]!, secret });
  const receiver = http.createServer((request, response) => {
    request.resume().once("end", () => response.writeHead(204).end());
  });
  await new Promise<void>((resolve) => receiver.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const { seal, unseal } = createSealer(secret);
  await owner.query(
    `with made as (
       insert into organization (org_id, name, trial_ends_at)
       select gen_random_uuid(), 'Bench webhooks ' || n, now() + interval '7 days' from generate_series(1, $1::int) n
       returning org_id)
     insert into webhook_endpoint (org_id, id, url, events, secret)
     select org_id, gen_random_uuid(), $2, array['deal.created', 'lead.created'], $3 from made`,
    [ORGANIZATIONS, `${origin}/hook`, seal(newWebhookSecret())],
  );

  /** Waits until none of these jobs is left. */
  const done = async (task: string) => {
    for (;;) {
      const { rowCount } = await owner.query(
        `select 1 from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = $1 limit 1`,
        [task],
      );
      if (!rowCount) return;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  };
  const perSecond = async (count: number, start: () => Promise<() => Promise<unknown>>, task: string) => {
    const from = performance.now();
    const stop = await start();
    await done(task);
    const seconds = (performance.now() - from) / 1000;
    await stop();
    return count / seconds;
  };
  const context = {
    database,
    ownerPool: owner,
    unseal,
    signer: createSigner(secret),
    log,
    links: outgoingLinks("http://localhost"),
    webhooks: parseWebhookAllowance(origin),
    vies: null,
    mailer: { send: async () => {}, close: () => {} },
    billing: noBilling,
    files: { rules: { quotaBytes: 0, scan: null, movesFiles: false }, bucket: null },
  };
  return {
    async webhooks(count) {
      await owner.query(
        `with made as (
           insert into webhook_delivery (org_id, id, endpoint_id, event, body, next_attempt_at)
           select e.org_id, gen_random_uuid(), e.id, 'lead.created',
             json_build_object('event', 'lead.created', 'lead', json_build_object('id', gen_random_uuid()))::text, now()
           from webhook_endpoint e join organization o using (org_id), generate_series(1, $1::int) n
           where o.name like 'Bench webhooks %' returning org_id, id)
         select graphile_worker.add_job('webhook.deliver',
             json_build_object('org_id', org_id, 'delivery_id', id, 'attempt', 0),
             job_key => org_id || ':deliver:' || id, flags => array['org:' || org_id])
         from made`,
        [Math.round(count / ORGANIZATIONS)],
      );
      const start = async () => {
        const worker = await startWorker(context, { jobs: 1, deliveries: CONCURRENCY }, { cron: false });
        return () => worker.stop();
      };
      const rate = await perSecond(count, start, "webhook.deliver");
      const { rows } = await owner.query(
        "select count(*)::int as left from webhook_delivery where status <> 'delivered'",
      );
      if (rows[0].left > 0) throw new Error(`${rows[0].left} deliveries did not arrive`);
      return rate;
    },
    async nothing(count) {
      await owner.query(
        "select graphile_worker.add_job('bench.nothing', json_build_object('n', n)) from generate_series(1, $1::int) n",
        [count],
      );
      const start = async () => {
        const runner = await run({
          pgPool: owner,
          concurrency: CONCURRENCY,
          noHandleSignals: true,
          logger,
          taskList: { "bench.nothing": () => {} },
        });
        return () => runner.stop();
      };
      return perSecond(count, start, "bench.nothing");
    },
    async close() {
      const ours = "in (select org_id from organization where name like 'Bench webhooks %')";
      await owner.query(`delete from webhook_delivery where org_id ${ours}`);
      await owner.query(`delete from webhook_endpoint where org_id ${ours}`);
      await owner.query("delete from organization where name like 'Bench webhooks %'");
      await new Promise((resolve) => receiver.close(resolve));
      await database.close();
      await owner.end();
    },
  };
}
