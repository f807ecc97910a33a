import { z } from "zod";
import { isoMoment, requiredDay } from "../shared/fields";

/** Which deliveries are sent again: those that failed, or also those that arrived. */
export const sentAgain = ["failed", "all"] as const;
export type SentAgain = (typeof sentAgain)[number];

/** From which day on, in the organisation's time zone. */
export const sendAgainSchema = z.object({
  since: requiredDay("webhook_since_required"),
  which: z.enum(sentAgain).default("failed"),
  /** When sending them began, where it takes several steps. */
  before: isoMoment.optional(),
});

export type SendAgain = z.output<typeof sendAgainSchema>;
