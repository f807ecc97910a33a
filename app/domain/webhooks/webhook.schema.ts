import { z } from "zod";

export const webhookEvents = ["deal.created", "lead.created", "both"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

export const saveWebhookSchema = z
  .object({
    webhook_url: z.string().trim().max(2000, `too_long|{"max":2000}`).default(""),
    webhook_event: z.enum(webhookEvents, { error: "webhook_event_required" }).default("both"),
  })
  .transform((input) => ({ url: input.webhook_url, event: input.webhook_event }));
