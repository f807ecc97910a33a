import type pg from "pg";
import { expect } from "vitest";
import { startImport } from "~/domain/imports/change-import.server";
import { openDelivery, recordAttempt } from "~/domain/webhooks/record-attempt.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { goThrough, importedFile, type InScope } from "../factories/imports";

// What was once refused by a cluster, done there.

/** An import of leads, from its file to the leads. */
export async function expectImport(inScope: InScope, owner: pg.Pool, a: { orgId: string }): Promise<void> {
  const rows = [
    "company,contact,email",
    ...["Alpha", "Beta"].map((one) => `${one},Ada,${one}@kunde.example`),
  ];
  const id = await importedFile(inScope, "leads", Buffer.from(rows.join("\n")));
  await inScope((scope) =>
    startImport(scope, id, { keepsDuplicates: false, invites: false, language: "de" }),
  );
  await goThrough(inScope, id);
  const leads = await owner.query(
    "select 1 from lead where org_id = $1 and company_name in ('Alpha', 'Beta')",
    [a.orgId],
  );
  expect(leads.rowCount).toBe(2);
}

/** A delivery is read with one plan for all, and recorded. */
export async function expectDelivery(inScope: InScope, owner: pg.Pool, a: { orgId: string }): Promise<void> {
  await inScope((scope) =>
    saveWebhook(scope, { url: "https://webhook.site/x", event: "both" }, parseWebhookAllowance("")),
  );
  const [delivery] = (
    await owner.query<{ id: string }>(
      `insert into webhook_delivery (org_id, id, endpoint_id, event, body)
       select org_id, gen_random_uuid(), id, 'lead.created', '{}' from webhook_endpoint where org_id = $1 returning id`,
      [a.orgId],
    )
  ).rows;
  // More often than the times after which Postgres keeps one plan for all values.
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
  await inScope((scope) => recordAttempt(scope, { id: delivery!.id, attempts: 0, isFailing: false }, result));
  const { rows: attempts } = await owner.query("select status from webhook_attempt where delivery_id = $1", [
    delivery!.id,
  ]);
  expect(attempts).toEqual([{ status: 204 }]);
}
