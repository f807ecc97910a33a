import { z } from "zod";
import { plans } from "./subscription";

/** Which plan is to be paid. */
export const checkoutSchema = z.object({
  plan: z.enum(
    plans.map(({ interval }) => interval),
    { error: "plan_unknown" },
  ),
});
