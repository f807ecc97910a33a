import { recordAudit } from "../audit/record-audit.server";
import { DomainError } from "../shared/errors";
import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import { lockedEndpoint } from "./change-endpoint.server";
import { deliveryStates, MAX_RESENT, type DeliveryState } from "./delivery";
import type { ResendFilter } from "./resend.schema";
import { queueAttempt } from "./queue-attempt.server";

export interface ResendRange {
  since: Date;
  which: ResendFilter;
  /**
   * Start of the resending: deliveries with a later attempt have already been resent. The steps of a long list
   * therefore end, although a resent delivery counts as delivered again.
   */
  before: Date;
}

const statesOf = (which: ResendRange["which"]): DeliveryState[] =>
  which === "all" ? ["failed", "delivered"] : ["failed"];

/** Reads the deliveries still to be sent, oldest first. */
const deliveriesToSend = (scope: Scope, { since, which, before }: ResendRange, most: number) =>
  scope.db.$queryRaw<{ id: string; at: Date }[]>`
    select d.id, d.created_at as at from webhook_delivery d
    where d.org_id = ${scope.orgId}::uuid and d.status = any(${statesOf(which)}) and d.created_at >= ${since}::timestamptz
      and d.endpoint_id is not null
      and not exists (select 1 from webhook_attempt a
                      where a.org_id = ${scope.orgId}::uuid and a.delivery_id = d.id and a.at >= ${before}::timestamptz)
    order by d.created_at, d.id limit ${most}`;

/**
 * Resends a delivery immediately, with the same id and body, even if it waits for its next attempt. All attempts of the
 * timetable are available again. A test has sample values and is not resent. Throws `not_found` (also for a test),
 * `webhook_missing`, `webhook_disabled`, `forbidden`.
 */
export async function resendDelivery(scope: Scope, id: string): Promise<void> {
  await requireReceiver(scope);
  const count = await renew(scope, [id], [...deliveryStates]);
  if (count === 0) throw new DomainError("not_found");
  await record(scope, { deliveries: count, delivery_id: id });
}

/**
 * Counts the deliveries that {@link resendDeliveries} would send, up to one more than its limit. Throws `forbidden`.
 */
export async function countToSend(scope: Scope, wanted: ResendRange): Promise<number> {
  requireStaff(scope);
  return (await deliveriesToSend(scope, wanted, MAX_RESENT + 1)).length;
}

/** Counts all deliveries to be sent, without a limit. Throws `forbidden`. */
export function countAllToSend(scope: Scope, { since, which }: Pick<ResendRange, "since" | "which">): Promise<number> {
  requireStaff(scope);
  return scope.db.webhookDelivery.count({
    where: { status: { in: statesOf(which) }, createdAt: { gte: since }, endpointId: { not: null } },
  });
}

/**
 * Resends the deliveries of events since a point in time, oldest first, at most 500 together. Deliveries that wait for
 * an attempt stay unchanged.
 * Throws `webhook_missing`, `webhook_disabled`, `forbidden`.
 * @returns the number of deliveries, and the start of the next step
 */
export async function resendDeliveries(scope: Scope, wanted: ResendRange): Promise<{ count: number; next: Date }> {
  await requireReceiver(scope);
  const found = await deliveriesToSend(scope, wanted, MAX_RESENT);
  const { since, which } = wanted;
  const count = await renew(
    scope,
    found.map(({ id }) => id),
    statesOf(which),
  );
  if (count > 0) await record(scope, { deliveries: count, since: since.toISOString(), which });
  return { count, next: found.at(-1)?.at ?? since };
}

/** Restarts the timetable. Two concurrent calls send each delivery once, because the second finds it waiting. */
async function renew(scope: Scope, ids: string[], states: DeliveryState[]): Promise<number> {
  const renewed = await scope.db.$queryRaw<{ id: string; attempts: number }[]>`
    update webhook_delivery set status = 'pending', round_start = attempts, next_attempt_at = ${scope.now}::timestamptz
    where org_id = ${scope.orgId}::uuid and id = any(${ids}::uuid[]) and status = any(${states})
      and endpoint_id is not null
    returning id, attempts`;
  for (const delivery of renewed) await queueAttempt(scope, delivery);
  return renewed.length;
}

/** Locks the endpoint so that it is not disabled while deliveries are queued for it. */
async function requireReceiver(scope: Scope): Promise<void> {
  if ((await lockedEndpoint(scope)).disabledAt) throw new DomainError("webhook_disabled");
}

type SentAgainData = { deliveries: number } & ({ delivery_id: string } | { since: string; which: ResendFilter });

const record = (scope: Scope, data: SentAgainData) =>
  recordAudit(scope, { action: "webhook.send_again", entity: "organization", entityId: scope.orgId, data });
