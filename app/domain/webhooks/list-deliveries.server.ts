import { afterCursor, inOrder, momentKey, readCursor, type Page, type PageRequest } from "../shared/page";
import { requireStaff } from "../shared/permissions";
import { recordId } from "../shared/fields";
import type { Scope } from "../shared/scope";
import type { DeliveryState } from "./delivery";
import type { EventName } from "./events";

/** A line of the log. Moments as ISO text. */
export interface DeliveryRow {
  id: string;
  event: EventName;
  status: DeliveryState;
  /** Sent by "Send test" of the settings, with made-up values. */
  isTest: boolean;
  /** When its event happened. */
  at: string;
  attempts: number;
  /** Of the last attempt; null when no answer came or none was made. */
  lastStatus: number | null;
  /** Why the last attempt failed, or why none was made. */
  lastError: string | null;
  /** While it is pending. */
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

/** Attempts that are shown of one delivery, the latest. */
const ATTEMPTS_SHOWN = 30;

/** A page of the deliveries, latest first. Throws `forbidden`. */
export async function listDeliveries(
  scope: Scope,
  { status, event, ...request }: PageRequest & { status: DeliveryState | null; event: EventName | null },
): Promise<Page<DeliveryRow>> {
  requireStaff(scope);
  const cursor = readCursor(request, "desc", momentKey.valid);
  const found = await scope.db.webhookDelivery.findMany({
    where: {
      AND: [{ ...(status && { status }), ...(event && { event }) }, afterCursor(cursor, "createdAt", momentKey.value)],
    },
    orderBy: inOrder(cursor, "createdAt"),
    omit: { body: true },
    take: cursor.take,
  });
  const page = cursor.page(found, ({ createdAt }) => momentKey.of(createdAt));
  return { ...page, rows: page.rows.map(rowOf) };
}

/** A delivery with its body and its attempts, latest first; null for an id that does not exist. Throws `forbidden`. */
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
