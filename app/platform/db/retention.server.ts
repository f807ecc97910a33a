import type pg from "pg";
import { DAY_MS } from "~/domain/shared/dates";
import { retentionStep, type RetentionStep, type Warning } from "~/domain/subscriptions/retention";
import { RETENTION_DAYS, type SubscriptionFacts } from "~/domain/subscriptions/subscription";

// These queries cover all organizations, so they use the owner role. The domain decides what is due (retentionStep).

/** An organization with a due retention step or an interrupted deletion. */
export interface Due {
  orgId: string;
  name: string;
  step: RetentionStep | { step: "resume" };
}

const FACTS = `org_id as "orgId", name, trial_ends_at as "trialEndsAt", subscription_status as "subscriptionStatus",
  subscription_ends_at as "subscriptionEndsAt", subscription_cancels as "subscriptionCancels", kept_until as "retainUntil",
  subscription_unpaid as "subscriptionUnpaid", closed_at as "closedAt",
  subscriptions_paid as "subscriptionsPaid"`;

export type StoredFacts = SubscriptionFacts & { orgId: string; name: string; subscriptionsPaid: number };

/** Returns the due retention steps by organization. With `orgId` only that organization is checked. */
export async function dueRetention(owner: pg.Pool, now: Date, orgId?: string): Promise<Due[]> {
  const unfinished = await owner.query<{ id: string; name: string | null }>(
    `select d.id, o.name from public.deleted_organization d left join public.organization o on o.org_id = d.id
     where d.deleted_at is null and ($1::uuid is null or d.id = $1) order by d.begun_at`,
    [orgId ?? null],
  );
  const resumed = unfinished.rows.map(({ id, name }): Due => ({
    orgId: id,
    name: name ?? "",
    step: { step: "resume" },
  }));
  // A coarse filter; no organization is warned earlier.
  const earliest = new Date(now.getTime() - (RETENTION_DAYS - 8) * DAY_MS);
  const { rows: found } = await owner.query<StoredFacts>(
    `select ${FACTS} from public.organization
     where ($1::uuid is null or org_id = $1) and (
       closed_at < $2
       or closed_at is null and trial_ends_at < $2
       and (subscription_status is null or subscription_status not in ('active', 'trialing', 'past_due')))
     order by trial_ends_at, org_id`,
    [orgId ?? null, earliest],
  );
  const warnings = await warningsOf(
    owner,
    found.map((one) => one.orgId),
  );
  const due = found
    .filter((one) => !resumed.some((other) => other.orgId === one.orgId))
    .map((facts): Due => {
      const step = retentionStep(facts, warnings.get(facts.orgId) ?? [], now);
      return { orgId: facts.orgId, name: facts.name, step };
    });
  return [...resumed, ...due.filter(({ step }) => step.step !== "none")];
}

/** Returns trial and subscription of one or all organizations, oldest first. */
export async function subscriptionFacts(owner: pg.Pool, orgId?: string): Promise<StoredFacts[]> {
  const { rows } = await owner.query<StoredFacts>(
    `select ${FACTS} from public.organization
     where $1::text is null or org_id::text = lower($1) order by created_at, org_id`,
    [orgId ?? null],
  );
  return rows;
}

/** Reads an organization and locks its row until the transaction ends. Null if it does not exist. */
export async function lockFacts(
  client: pg.ClientBase,
  orgId: string,
): Promise<{ facts: StoredFacts; warnings: Warning[] } | null> {
  const { rows } = await client.query<StoredFacts>(
    `select ${FACTS} from public.organization where org_id = $1 for update`,
    [orgId],
  );
  const [facts] = rows;
  return facts ? { facts, warnings: (await warningsOf(client, [orgId])).get(orgId) ?? [] } : null;
}

async function warningsOf(owner: pg.Pool | pg.ClientBase, orgIds: string[]): Promise<Map<string, Warning[]>> {
  const { rows } = await owner.query<Warning & { orgId: string }>(
    `select org_id as "orgId", days, kept_until as "retainUntil", created_at as "createdAt"
     from public.deletion_warning where org_id = any($1::uuid[])`,
    [orgIds],
  );
  const byOrganization = new Map<string, Warning[]>();
  for (const { orgId, ...warning } of rows) {
    byOrganization.set(orgId, [...(byOrganization.get(orgId) ?? []), warning]);
  }
  return byOrganization;
}
