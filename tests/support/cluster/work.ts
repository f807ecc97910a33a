import type pg from "pg";
import { expect } from "vitest";
import { eachPayment, listPayments } from "~/domain/commissions/list-payments.server";
import { startImport } from "~/domain/imports/change-import.server";
import { claimPendingDeliveries, recordFollowing } from "~/domain/webhooks/following-deliveries.server";
import { queueAttempt } from "~/domain/webhooks/queue-attempt.server";
import { openDelivery, recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { goThrough, importedFile, type InScope } from "../../factories/imports";

// Operations that a cluster once rejected.

/** Imports leads from a file on the cluster. */
export async function expectImport(inScope: InScope, owner: pg.Pool, a: { orgId: string }): Promise<void> {
  const rows = ["company,contact,email", ...["Alpha", "Beta"].map((one) => `${one},Ada,${one}@kunde.example`)];
  const id = await importedFile(inScope, "leads", Buffer.from(rows.join("\n")));
  await inScope((scope) => startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }));
  await goThrough(inScope, id);
  const leads = await owner.query("select 1 from lead where org_id = $1 and company_name in ('Alpha', 'Beta')", [
    a.orgId,
  ]);
  expect(leads.rowCount).toBe(2);
}

/** Exports a file in the order of the list. */
export async function expectFile(inScope: InScope): Promise<void> {
  const shown = await inScope((scope) => listPayments(scope, "all"));
  const ids: string[] = [];
  const wanted = { size: 100, read: "file" } as const;
  await inScope((scope) => eachPayment(scope, "all", wanted, ({ id }) => ids.push(id)));
  expect(ids.slice(0, shown.rows.length)).toEqual(shown.rows.map(({ id }) => id));
  expect(ids.length).toBeGreaterThan(2);
}

/** Reads deliveries with a prepared plan and records one delivery and its followers. */
export async function expectDelivery(inScope: InScope, owner: pg.Pool, a: { orgId: string }): Promise<void> {
  await inScope((scope) =>
    saveWebhook(
      scope,
      { url: "https://webhook.site/x", events: ["deal.created", "lead.created"] },
      parseWebhookAllowance(""),
    ),
  );
  const deliveries = (
    await owner.query<{ id: string }>(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body, next_attempt_at)
       select org_id, gen_random_uuid(), id, 'lead.created', '{}', now()
       from webhook_endpoint, generate_series(1, 3) where org_id = $1 returning id`,
      [a.orgId],
    )
  ).rows;
  const [delivery] = deliveries;
  await inScope(async (scope) => {
    for (const { id } of deliveries) await queueAttempt(scope, { id, attempts: 0 });
  });
  // More often than the number of executions after which Postgres uses a generic plan.
  for (let time = 0; time < 7; time++) {
    const found = await inScope((scope) => openDelivery(scope, delivery!.id, undefined));
    expect(found).toMatchObject({ url: "https://webhook.site/x", attempts: 0 });
  }
  const result = {
    status: 204,
    error: null,
    delivered: true,
    durationMs: 5,
    response: "",
    retryAfterMs: null,
  };
  const held = await inScope(async (scope) => {
    const first = (await openDelivery(scope, delivery!.id, undefined))!;
    await recordAttempt(scope, first, result);
    return claimPendingDeliveries(scope, first, 1);
  });
  // Other deliveries of the organization may wait too.
  expect(held.map(({ id }) => id)).toEqual(expect.arrayContaining(deliveries.slice(1).map(({ id }) => id)));
  await inScope((scope) =>
    recordFollowing(
      scope,
      held,
      held.map((delivery) => ({ delivery, result })),
    ),
  );
  const recorded = [delivery!.id, ...held.map(({ id }) => id)];
  const { rows: attempts } = await owner.query(
    `select a.status from webhook_attempt a
     join webhook_delivery d on d.org_id = a.org_id and d.id = a.delivery_id and d.status = 'delivered'
     where a.org_id = $1 and d.id = any($2) and a.status = 204`,
    [a.orgId, recorded],
  );
  expect(attempts).toHaveLength(recorded.length);
  const { rows: jobs } = await owner.query("select key from graphile_worker.jobs where key = any($1)", [
    held.map(({ id }) => `${a.orgId}:deliver:${id}`),
  ]);
  expect(jobs).toEqual([]);
}
