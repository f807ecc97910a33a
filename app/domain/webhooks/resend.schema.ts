import { z } from "zod";
import { isoMoment, requiredDay } from "../shared/fields";

/** Which deliveries are resent: the failed ones, or the successful ones too. */
export const sentAgain = ["failed", "all"] as const;
export type ResendFilter = (typeof sentAgain)[number];

/** The first day, in the organization's time zone. */
export const sendAgainSchema = z.object({
  since: requiredDay("webhook_since_required"),
  which: z.enum(sentAgain).default("failed"),
  /** Start of the resending, if it takes several steps. */
  before: isoMoment.optional(),
});

export type SendAgain = z.output<typeof sendAgainSchema>;
