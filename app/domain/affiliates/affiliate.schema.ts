import { z } from "zod";
import type { Affiliate } from "#prisma";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import { emailAddress, formVersion, personName } from "../shared/fields";
import { affiliateStatuses } from "./affiliate";

/** The fields entered for a new affiliate, whose status is always invited. */
export const newAffiliateFields = {
  name: { column: "name", schema: personName },
  email: { column: "email", schema: emailAddress },
} satisfies FieldList<Affiliate>;

/** The fields of the form that edits an affiliate. */
export const affiliateFields = {
  ...newAffiliateFields,
  status: { column: "status", schema: z.enum(affiliateStatuses, "status_invalid") },
} satisfies FieldList<Affiliate>;

export type NewAffiliateField = keyof typeof newAffiliateFields;
export type AffiliateField = keyof typeof affiliateFields;
export type NewAffiliate = RecordOf<typeof newAffiliateFields>;
export type AffiliateRecord = RecordOf<typeof affiliateFields>;

export const addAffiliateSchema = z
  .object(shapeOf(newAffiliateFields))
  .transform((input) => toRecord(newAffiliateFields, input));

export const editAffiliateSchema = z
  .object({ ...shapeOf(affiliateFields), version: formVersion })
  .transform((input) => ({ ...toRecord(affiliateFields, input), version: input.version }));
