import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { EventName } from "./events";
import { shortened, type AttemptResult } from "./record-attempt.server";

export interface SentTest {
  /** What the receiver got as webhook-id. */
  id: string;
  event: EventName;
  body: string;
}

/**
 * Writes a test into the log of deliveries. It is a delivery of no endpoint and is never sent again. Throws
 * `forbidden`.
 */
export async function recordTest(scope: Scope, test: SentTest, result: AttemptResult): Promise<void> {
  requireStaff(scope);
  const { status, delivered, durationMs, response } = result;
  const at = scope.now;
  const error = shortened(result.error);
  await scope.db.webhookDelivery.createMany({
    data: [
      {
        ...test,
        endpointId: null,
        attempts: 1,
        lastStatus: status,
        lastError: error,
        createdAt: at,
        ...(delivered ? { status: "delivered", deliveredAt: at } : { status: "failed" }),
      },
    ],
  });
  await scope.db.webhookAttempt.createMany({
    data: [{ deliveryId: test.id, at, durationMs, status, error, response }],
  });
}
