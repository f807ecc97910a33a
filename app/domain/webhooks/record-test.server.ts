import { requireStaff } from "../shared/permissions";
import type { Scope } from "../shared/scope";
import type { EventName } from "./events";
import { shortened, type AttemptResult } from "./record-attempt.server";

export interface SentTest {
  /** The webhook-id sent to the receiver. */
  id: string;
  event: EventName;
  body: string;
}

/** Records a test in the log of deliveries. It belongs to no endpoint and is never resent. Throws `forbidden`. */
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
