import { z } from "zod";
import type { ErrorCode } from "./errors";
import { recordId } from "./fields";

// Input of actions on several records of a list.

/** Returns the schema of the selected records' ids, each once; more than `max`, or none, are rejected. */
export const chosenIds = (max: number, { none, tooMany }: { none: ErrorCode; tooMany: ErrorCode }) =>
  z
    .array(recordId)
    .max(max, `${tooMany}|${JSON.stringify({ max })}`)
    .min(1, none)
    .default([])
    .refine((ids) => ids.length > 0, none)
    .transform((ids) => [...new Set(ids)]);

/** Returns the schema of a button in a list: the ids in this field, or null for all records that match its filter. */
export const listedIds = (field: string, ids: ReturnType<typeof chosenIds>) =>
  z.discriminatedUnion("all", [
    z.object({ all: z.literal("1") }).transform(() => ({ ids: null })),
    z
      .object({ all: z.undefined().optional() })
      .extend({ [field]: ids })
      .transform((input) => ({ ids: input[field] as z.output<typeof ids> })),
  ]);

/** Input of the button that undoes an action: the action's id. */
export const undoSchema = z.object({ batch_id: recordId }).transform((input) => input.batch_id);
