import { randomUUID } from "node:crypto";
import type { ActionFunctionArgs } from "@remix-run/node";
import { attemptDelivery } from "~/domain/webhooks/attempt-delivery.server";
import { recordTest } from "~/domain/webhooks/record-attempt.server";
import { unsealSecrets } from "~/domain/webhooks/secrets.server";
import { testTarget } from "~/domain/webhooks/test-target.server";
import type { WebhookSettings } from "~/domain/webhooks/webhook.schema";
import { post } from "~/platform/http-out.server";
import { createSealer } from "~/platform/seal.server";
import type { ScopeOpeners } from "./acting.server";
import { sessionSecret, webhookAllowance } from "./app-context.server";
import { countAttempt } from "./rate-limits.server";

/** Result of a webhook test. */
export interface WebhookTest {
  /** Id of its entry in the delivery log. */
  id: string;
  delivered: boolean;
  status: number | null;
  error: string | null;
  durationMs: number;
  response: string | null;
  isSigned: boolean;
  /** The request body. */
  body: string;
}

/**
 * Sends a test to the URL of the form, saved or not, signed as deliveries are, and logs it. No transaction is open
 * during the HTTP call. Throws `webhook_url_required`, `webhook_secret_unreadable`, what checkWebhookUrl throws,
 * `too_many_attempts`, `forbidden`.
 */
export async function sendWebhookTest(
  args: ActionFunctionArgs,
  inScope: ScopeOpeners["member"],
  settings: WebhookSettings,
): Promise<WebhookTest> {
  const allowance = webhookAllowance();
  const target = await inScope((scope) => testTarget(scope, settings, allowance));
  await countAttempt(args, "webhook-test", target.orgId);
  const { unseal } = createSealer(sessionSecret());
  const secrets = unsealSecrets(target.secrets, unseal);
  const { url, body, event } = target;
  const id = randomUUID();
  const attempt = await attemptDelivery({ id, url, body, secrets }, { post, allowance });
  await inScope((scope) => recordTest(scope, { id, event, body }, attempt));
  const { delivered, status, error, durationMs, response } = attempt;
  return { id, delivered, status, error, durationMs, response, isSigned: secrets.length > 0, body };
}
