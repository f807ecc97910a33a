import { z } from "zod";
import type { WebhookEndpoint } from "#prisma";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import { boundedText, formVersion } from "../shared/fields";
import { withScheme } from "../shared/web-address";
import { eventNames, isEvent, type EventName } from "./events";

/** No file is expected here, so "hooks.example.com" is an address. */
const complete = (text: string) => withScheme(text, { takesHost: true });

const REQUIRED = "webhook_event_required";

/** The chosen events, each once and in the order of the catalog. */
const chosenEvents = z
  .array(boundedText(50, REQUIRED, REQUIRED))
  .refine((chosen) => chosen.every((name) => isEvent(name)), { error: REQUIRED })
  .transform((chosen) => eventNames.filter((name) => chosen.includes(name)));

/** The fields of the webhook's form: the URL ("" sends nothing), and the events to send. */
export const webhookFields = {
  webhook_url: { column: "url", schema: boundedText(2000).trim().overwrite(complete).default("") },
  webhook_events: { column: "events", schema: chosenEvents.default([]) },
} satisfies FieldList<Omit<WebhookEndpoint, "events"> & { events: EventName[] }>;

export type WebhookField = keyof typeof webhookFields;
export type WebhookSettings = RecordOf<typeof webhookFields>;

/** The settings before the first save. */
export const noWebhook: WebhookSettings = { url: "", events: ["deal.created", "lead.created"] };

export const saveWebhookSchema = z
  .object({ ...shapeOf(webhookFields), version: formVersion })
  .refine(({ webhook_url, webhook_events }) => webhook_url === "" || webhook_events.length > 0, {
    error: REQUIRED,
    path: ["webhook_events"],
  })
  .transform((input) => ({ ...toRecord(webhookFields, input), version: input.version }));
