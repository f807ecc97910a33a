import { z } from "zod";
import { requiredText } from "../shared/fields";

export interface LeadErasing {
  /** Typed: the contact's name. */
  name: string;
  /** Whether the company's name goes too, as that of a sole trader is a person's. */
  company: boolean;
  /** Whether all leads with this e-mail address are erased. */
  others: boolean;
}

const checked = z.literal("on").optional();

/** Whoever erases a lead's contact types the name. */
export const eraseLeadSchema = z
  .object({ name: requiredText("name_required", 200), company: checked, others: checked })
  .transform(({ name, company, others }): LeadErasing => ({
    name,
    company: company === "on",
    others: others === "on",
  }));
