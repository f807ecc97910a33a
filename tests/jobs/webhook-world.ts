import { afterEach, beforeEach } from "vitest";
import type { Scope } from "~/domain/shared/scope";
import { readEndpointState } from "~/domain/webhooks/change-endpoint.server";
import { listDeliveries } from "~/domain/webhooks/list-deliveries.server";
import { saveWebhook } from "~/domain/webhooks/save-webhook.server";
import { parseWebhookAllowance } from "~/domain/webhooks/webhook-url";
import { activeAffiliate, type Affiliate } from "../factories/affiliates";
import { submittedLead } from "../factories/deals";
import { asOwner, createOrg, type Org } from "../factories/organizations";
import { useDatabase } from "../support/database";
import { startReceiver, type Receiver } from "./receiver";

/** Creates for each test an organization with an affiliate and a webhook with a running receiver. */
export function useWebhook() {
  const db = useDatabase({ each: true });
  const now = {} as { receiver: Receiver; org: Org; affiliate: Affiliate; secret: string };
  const as = <T>(use: (scope: Scope) => Promise<T>) => asOwner(db.database, now.org, use);
  const log = () => as((scope) => listDeliveries(scope, { status: null, event: null }));
  const lead = () => submittedLead(db.database, now.org, now.affiliate);
  const save = (url: string) =>
    as((scope) => saveWebhook(scope, { url, events: ["deal.created", "lead.created"] }, db.context.webhooks));

  beforeEach(async () => {
    now.receiver = await startReceiver();
    db.context.webhooks = parseWebhookAllowance(now.receiver.origin);
    now.org = await createOrg(db.database);
    now.affiliate = await activeAffiliate(db.database, now.org, { name: "Ada" });
    await db.runJobs();
    now.secret = (await save(now.receiver.url)).secret!;
    db.mails.splice(0);
  });
  afterEach(() => now.receiver.close());

  return Object.assign(now, {
    db,
    as,
    log,
    lead,
    save,
    state: () => as(readEndpointState),
    /** Creates one lead and attempts its delivery once. Returns the delivery's id. */
    async deliver(): Promise<string> {
      await lead();
      await db.runJobs();
      return (await log()).rows[0]!.id;
    },
    /** Makes the next attempt of failed deliveries due. */
    hurry: () => db.ownerPool.query("update graphile_worker._private_jobs set run_at = now()"),
  });
}
