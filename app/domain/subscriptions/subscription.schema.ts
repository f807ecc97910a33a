import { z } from "zod";
import { recordId } from "../shared/fields";
import { plans } from "./subscription";

/** Input for opening the customer portal: the organization of the page. */
export const portalSchema = z.object({ organization: recordId });

/** Input for paying a plan: the plan and the organization. */
export const checkoutSchema = portalSchema.extend({
  plan: z.enum(
    plans.map(({ interval }) => interval),
    { error: "plan_unknown" },
  ),
});
