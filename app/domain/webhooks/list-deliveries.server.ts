import { afterCursor, inOrder, momentKey, readCursor, type Page, type PageRequest } from "../shared/page";
import { matchingDeliveries, MAX_MATCHES } from "../shared/matching.server";
import { requireStaff } from "../shared/permissions";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";
import type { DeliveryState } from "./delivery";
import type { EventName } from "./events";

/** An entry of the log. Timestamps are ISO texts. */
export interface DeliveryRow {
  id: string;
  event: EventName;
  status: DeliveryState;
  /** Sent with "Send test" in the settings, with sample values. */
  isTest: boolean;
  /** Time of its event. */
  at: string;
  attempts: number;
  /** Status of the last attempt; null without a response or an attempt. */
  lastStatus: number | null;
  /** Why the last attempt failed, or why none was made. */
  lastError: string | null;
  /** Set while it is pending. */
  nextAttemptAt: string | null;
}

export interface AttemptRow {
  id: string;
  at: string;
  durationMs: number;
  status: number | null;
  error: string | null;
  response: string | null;
}

/** Number of the latest attempts that are shown for a delivery. */
const ATTEMPTS_SHOWN = 30;

/**
 * Returns a page of the deliveries, latest first. `search` finds the newest whose body contains every word: event,
 * company, contact, affiliate or an id; `cut` says that there may be more of them. Throws `forbidden`.
 */
export async function listDeliveries(
  scope: Scope,
  {
    status,
    event,
    search = "",
    ...request
  }: PageRequest & { status: DeliveryState | null; event: EventName | null; search?: string },
): Promise<Page<DeliveryRow> & { cut: boolean }> {
  requireStaff(scope);
  const ids = await matchingDeliveries(scope, search);
  const cursor = readCursor(request, "desc", momentKey.valid);
  const found = await scope.db.webhookDelivery.findMany({
    where: {
      AND: [
        { ...(status && { status }), ...(event && { event }), ...(ids && { id: { in: ids } }) },
        afterCursor(cursor, "createdAt", momentKey.value),
      ],
    },
    orderBy: inOrder(cursor, "createdAt"),
    omit: { body: true },
    take: cursor.take,
  });
  const page = cursor.page(found, ({ createdAt }) => momentKey.of(createdAt));
  return { ...page, rows: page.rows.map(rowOf), cut: ids?.length === MAX_MATCHES };
}

/** Returns a delivery with its body and its attempts, latest first; null for an unknown id. Throws `forbidden`. */
export async function readDelivery(scope: Scope, id: unknown) {
  requireStaff(scope);
  const { data: known } = recordId.safeParse(id);
  const found = known && (await scope.db.webhookDelivery.findFirst({ where: { id: known } }));
  if (!found) return null;
  const attempts = await scope.db.webhookAttempt.findMany({
    where: { deliveryId: found.id },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    take: ATTEMPTS_SHOWN,
  });
  return {
    ...rowOf(found),
    body: found.body,
    tries: attempts.map(({ id: attempt, at, durationMs, status, error, response }): AttemptRow => ({
      id: attempt,
      at: at.toISOString(),
      durationMs,
      status,
      error,
      response,
    })),
  };
}

interface Found {
  id: string;
  event: string;
  status: string;
  endpointId: string | null;
  createdAt: Date;
  attempts: number;
  lastStatus: number | null;
  lastError: string | null;
  nextAttemptAt: Date | null;
}

const rowOf = (found: Found): DeliveryRow => ({
  id: found.id,
  event: found.event as EventName,
  status: found.status as DeliveryState,
  isTest: found.endpointId === null,
  at: found.createdAt.toISOString(),
  attempts: found.attempts,
  lastStatus: found.lastStatus,
  lastError: found.lastError,
  nextAttemptAt: found.nextAttemptAt?.toISOString() ?? null,
});
