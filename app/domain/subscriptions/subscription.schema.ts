import { z } from "zod";
import { recordId } from "../shared/fields";
import { plans } from "./subscription";

/** Whose customer portal is to be opened: the organization that the page named. */
export const portalSchema = z.object({ organization: recordId });

/** Which plan is to be paid, and for which organization. */
export const checkoutSchema = portalSchema.extend({
  plan: z.enum(
    plans.map(({ interval }) => interval),
    { error: "plan_unknown" },
  ),
});
