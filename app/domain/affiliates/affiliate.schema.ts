import { z } from "zod";
import type { Affiliate } from "#prisma";
import { shapeOf, toRecord, type FieldList, type RecordOf } from "../shared/field-list";
import { emailAddress, formVersion, personName } from "../shared/fields";

export const affiliateStatuses = ["invited", "active", "inactive"] as const;
export type AffiliateStatus = (typeof affiliateStatuses)[number];

/** The list of affiliates comes in sections, one per status, in this order. */
export const sections = ["active", "invited", "inactive"] as const satisfies readonly AffiliateStatus[];

/** What is entered of a new affiliate, who is invited in any case. */
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

/** What the list of affiliates can be sorted by. */
export const affiliateColumns = ["name", "email", "created"] as const;
export type AffiliateColumn = (typeof affiliateColumns)[number];
