import { z } from "zod";
import { formVersion, recordId } from "../shared/fields";
import { namesOf } from "../shared/field-list";
import { contactFields, type ContactField } from "./lead.schema";
import { sides, type Side } from "./lead-merge";

export interface MergeLeadsInput {
  leadId: string;
  otherId: string;
  /** Which value of each field stays; a missing one is the suggested one. */
  taken: Partial<Record<ContactField, Side>>;
  /** Whose affiliate has the credit, if that is a choice. */
  credit?: Side | undefined;
  version?: string | undefined;
}

const side = z.enum(sides).optional();

/** Form that merges two leads: for each field, and for the affiliate, which of both stays. */
export const mergeLeadsSchema = z
  .object({
    lead_id: recordId,
    other_id: recordId,
    version: formVersion,
    affiliate_id: side,
    ...(Object.fromEntries(namesOf(contactFields).map((name) => [name, side])) as Record<ContactField, typeof side>),
  })
  .transform(({ lead_id, other_id, version, affiliate_id, ...fields }): MergeLeadsInput => ({
    leadId: lead_id,
    otherId: other_id,
    version,
    credit: affiliate_id,
    taken: fields,
  }));
