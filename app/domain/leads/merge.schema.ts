import { z } from "zod";
import { ownName, type OwnField } from "../fields/own-field";
import { formVersion, recordId } from "../shared/fields";
import { namesOf } from "../shared/field-list";
import { sidesOf, sideSchema, type Side } from "../shared/merge-sides";
import { contactFields, type ContactField } from "./lead.schema";

export interface MergeLeadsInput {
  leadId: string;
  otherId: string;
  /** Which value of each field stays; a missing one is the suggested one. */
  taken: Partial<Record<ContactField, Side | undefined>>;
  /** The same for the organization's own fields, by their keys. */
  takenOwn?: Readonly<Record<string, Side | undefined>>;
  /** Whose affiliate has the credit, if that is a choice. */
  credit?: Side | undefined;
  version?: string | undefined;
}

/** Form that merges two leads: for each field, own field, and for the affiliate, which of both stays. */
export const mergeLeadsSchemaFor = (own: readonly Pick<OwnField, "key">[]) =>
  z
    .object({
      // Their names are only known at run time, so the type does not have them.
      ...(sidesOf(own.map(({ key }) => ownName(key))) as Record<never, typeof sideSchema>),
      ...sidesOf(namesOf(contactFields)),
      lead_id: recordId,
      other_id: recordId,
      version: formVersion,
      affiliate_id: sideSchema,
    })
    .transform((input): MergeLeadsInput => {
      const chosen = input as Partial<Record<string, Side>>;
      return {
        leadId: input.lead_id,
        otherId: input.other_id,
        version: input.version,
        credit: input.affiliate_id,
        taken: Object.fromEntries(namesOf(contactFields).map((name) => [name, chosen[name]])),
        takenOwn: Object.fromEntries(own.map(({ key }) => [key, chosen[ownName(key)]])),
      };
    });
