import { z } from "zod";
import type { WebhookEndpoint } from "#prisma";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import type { DeliveredEvent } from "./delivery";
import { boundedText, formVersion } from "../shared/fields";
import { withScheme } from "../shared/web-address";

export const webhookEvents = ["deal.created", "lead.created", "both", "all"] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/**
 * The choices with which an endpoint gets an event. "both" are the two that there were first: nobody gets what they did
 * not choose.
 */
export const choicesOf = (event: DeliveredEvent): WebhookEvent[] =>
  event === "deal.created" || event === "lead.created" ? [event, "both", "all"] : ["all"];

/** No file is meant here: "hooks.example.com" is an address. */
const complete = (text: string) => withScheme(text, { takesHost: true });

/** The fields of the webhook's form: where news is sent, "" for nowhere, and which. */
export const webhookFields = {
  webhook_url: { column: "url", schema: boundedText(2000).trim().overwrite(complete).default("") },
  webhook_event: {
    column: "event",
    schema: z.enum(webhookEvents, { error: "webhook_event_required" }).default("both"),
  },
} satisfies FieldList<WebhookEndpoint>;

export type WebhookField = keyof typeof webhookFields;
export type WebhookSettings = RecordOf<typeof webhookFields>;

/** The settings before anything was saved. */
export const noWebhook: WebhookSettings = { url: "", event: "both" };

export const saveWebhookSchema = z
  .object({ ...shapeOf(webhookFields), version: formVersion })
  .transform((input) => ({ ...toRecord(webhookFields, input), version: input.version }));
