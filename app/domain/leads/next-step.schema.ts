import { z } from "zod";
import type { Day } from "../shared/dates";
import { optionalDay, recordId } from "../shared/fields";
import { chosenLeadIds } from "./lead-batch";
import { workFields } from "./lead.schema";

export interface SetNextStepsInput {
  leadIds: readonly string[];
  /** Null takes the next step away. */
  nextStep: string | null;
  nextStepOn: Day | null;
}

const step = { next_step: workFields.next_step.schema, next_step_on: workFields.next_step_on.schema };

/** Input of the form that sets the next step of a lead. */
export const nextStepSchema = z
  .object({
    lead_id: recordId,
    ...step,
    // A button with a day of its own.
    day: optionalDay,
  })
  .transform((input): SetNextStepsInput => ({
    leadIds: [input.lead_id],
    nextStep: input.next_step,
    nextStepOn: input.day ?? input.next_step_on,
  }));

/** Input of the form that sets the next step of several leads, or takes it away with a button of its own. */
export const nextStepsSchema = z
  .object({ lead_id: chosenLeadIds, ...step, remove: z.literal("1").optional() })
  .transform(({ remove, ...input }): SetNextStepsInput => ({
    leadIds: input.lead_id,
    nextStep: remove ? null : input.next_step,
    nextStepOn: remove ? null : input.next_step_on,
  }));
