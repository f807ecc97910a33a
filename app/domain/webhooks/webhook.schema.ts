import { z } from "zod";
import { boundedText, seenFingerprint } from "../shared/fields";

export const webhookEvents = ["deal.created", "lead.created", "both"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** Where news is sent, "" for nowhere, and which. */
export interface WebhookSettings {
  url: string;
  event: WebhookEvent;
}

/** As long as nothing was ever saved. */
export const noWebhook: WebhookSettings = { url: "", event: "both" };

export const saveWebhookSchema = z
  .object({
    webhook_url: boundedText(2000).trim().default(noWebhook.url),
    webhook_event: z.enum(webhookEvents, { error: "webhook_event_required" }).default(noWebhook.event),
    seen: seenFingerprint,
  })
  .transform((input) => ({ url: input.webhook_url, event: input.webhook_event, seen: input.seen }));
