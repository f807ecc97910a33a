import { z } from "zod";
import { formVersion, recordId } from "../shared/fields";
import { sidesOf, type Side } from "../shared/merge-sides";
import { mergedFields, type MergedField } from "./affiliate-merge";

export interface MergeAffiliatesInput {
  affiliateId: string;
  otherId: string;
  /** Which value of each field stays; a missing one is the suggested one. */
  taken: Partial<Record<MergedField, Side | undefined>>;
  version?: string | undefined;
}

/** Form that merges two affiliates: for each field, which value stays. */
export const mergeAffiliatesSchema = z
  .object({ affiliate_id: recordId, other_id: recordId, version: formVersion, ...sidesOf(mergedFields) })
  .transform(({ affiliate_id, other_id, version, ...taken }): MergeAffiliatesInput => ({
    affiliateId: affiliate_id,
    otherId: other_id,
    version,
    taken,
  }));
