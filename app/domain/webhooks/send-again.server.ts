import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { lockedEndpoint } from "./change-endpoint.server";
import { deliveryStates, MOST_SENT_AGAIN, type DeliveryState } from "./delivery";
import type { SentAgain } from "./send-again.schema";
import { queueAttempt } from "./queue-attempt.server";

export interface Since {
  since: Date;
  which: SentAgain;
  /**
   * When sending them began: what was tried since then has been sent already. So the steps of a long list come to an
   * end, although what arrives is one of those that arrived.
   */
  before: Date;
}

const statesOf = (which: Since["which"]): DeliveryState[] => (which === "all" ? ["failed", "delivered"] : ["failed"]);

/** Those that are still to be sent, oldest first. */
const deliveriesToSend = (scope: Scope, { since, which, before }: Since, most: number) =>
  scope.db.$queryRaw<{ id: string; at: Date }[]>`
    select d.id, d.created_at as at from webhook_delivery d
    where d.org_id = ${scope.orgId}::uuid and d.status = any(${statesOf(which)}) and d.created_at >= ${since}::timestamptz
      and d.endpoint_id is not null
      and not exists (select 1 from webhook_attempt a
                      where a.org_id = ${scope.orgId}::uuid and a.delivery_id = d.id and a.at >= ${before}::timestamptz)
    order by d.created_at, d.id limit ${most}`;

/**
 * Sends a delivery again, at once and with the same id and body; one that waits for its next attempt does not wait any
 * longer. It is tried by the whole timetable. A test has made-up values and is not sent again. Throws `not_found` (also
 * for a test), `webhook_missing`, `webhook_disabled`, `forbidden`.
 */
export async function sendAgain(scope: Scope, id: string): Promise<void> {
  await requireReceiver(scope);
  const count = await renew(scope, [id], [...deliveryStates]);
  if (count === 0) throw new DomainError("not_found");
  await record(scope, { deliveries: count, delivery_id: id });
}

/** How many deliveries {@link sendAllAgain} would send; at most one more than it does at once. Throws `forbidden`. */
export async function countToSend(scope: Scope, wanted: Since): Promise<number> {
  requireStaff(scope);
  return (await deliveriesToSend(scope, wanted, MOST_SENT_AGAIN + 1)).length;
}

/** How many deliveries there are to send, however many. Throws `forbidden`. */
export function countAllToSend(scope: Scope, { since, which }: Pick<Since, "since" | "which">): Promise<number> {
  requireStaff(scope);
  return scope.db.webhookDelivery.count({
    where: { status: { in: statesOf(which) }, createdAt: { gte: since }, endpointId: { not: null } },
  });
}

/**
 * Sends the deliveries of events since a moment again, oldest first, at most 500 at once. What waits for an attempt is
 * left alone.
 * Throws `webhook_missing`, `webhook_disabled`, `forbidden`.
 * @returns how many, and since when the next step may look
 */
export async function sendAllAgain(scope: Scope, wanted: Since): Promise<{ count: number; next: Date }> {
  await requireReceiver(scope);
  const found = await deliveriesToSend(scope, wanted, MOST_SENT_AGAIN);
  const { since, which } = wanted;
  const count = await renew(
    scope,
    found.map(({ id }) => id),
    statesOf(which),
  );
  if (count > 0) await record(scope, { deliveries: count, since: since.toISOString(), which });
  return { count, next: found.at(-1)?.at ?? since };
}

/** Begins the timetable anew. Two at once send each delivery once: the second finds it waiting. */
async function renew(scope: Scope, ids: string[], states: DeliveryState[]): Promise<number> {
  const renewed = await scope.db.$queryRaw<{ id: string; attempts: number }[]>`
    update webhook_delivery set status = 'pending', round_start = attempts, next_attempt_at = ${scope.now}::timestamptz
    where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) and status = any(${states})
      and endpoint_id is not null
    returning id, attempts`;
  for (const delivery of renewed) await queueAttempt(scope, delivery);
  return renewed.length;
}

/** Locks the endpoint, so that it is not disabled while deliveries are made to wait for it. */
async function requireReceiver(scope: Scope): Promise<void> {
  if ((await lockedEndpoint(scope)).disabledAt) throw new DomainError("webhook_disabled");
}

type SentAgainData = { deliveries: number } & ({ delivery_id: string } | { since: string; which: SentAgain });

const record = (scope: Scope, data: SentAgainData) =>
  recordAudit(scope, { action: "webhook.send_again", entity: "organization", entityId: scope.orgId, data });
