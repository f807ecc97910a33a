import { z } from "zod";
import { requiredText } from "../shared/fields";
import { NAME_MAX } from "./affiliate.schema";

/** Whoever erases an affiliate types their name. */
export const eraseAffiliateSchema = z.object({
  name: requiredText("name_required", NAME_MAX, "name_too_long"),
});
