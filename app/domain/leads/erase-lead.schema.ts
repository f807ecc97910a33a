import { z } from "zod";
import { requiredText } from "../shared/fields";

export interface EraseLeadInput {
  /** The contact's name as entered to confirm the erasure. */
  name: string;
  /** Whether the company's name is erased too; a sole trader's company has a person's name. */
  company: boolean;
  /** Whether all leads with this email address are erased. */
  others: boolean;
}

const checked = z.literal("on").optional();

/** Input that confirms the erasure of a lead's contact. */
export const eraseLeadSchema = z
  .object({ name: requiredText("name_required", 200), company: checked, others: checked })
  .transform(({ name, company, others }): EraseLeadInput => ({
    name,
    company: company === "on",
    others: others === "on",
  }));
