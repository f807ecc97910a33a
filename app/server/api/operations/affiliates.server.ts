import { z } from "zod";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import {
  affiliateHavings,
  affiliateStatuses,
  firstTerms,
  signedInFilters,
  termsFilters,
} from "~/domain/affiliates/affiliate";
import { affiliateFields, newAffiliateFields, type AffiliateField } from "~/domain/affiliates/affiliate.schema";
import { invitationStates } from "~/domain/affiliates/invitation";
import { deleteAffiliate, lockForDeletion } from "~/domain/affiliates/delete-affiliate.server";
import { affiliateVersion, editAffiliate } from "~/domain/affiliates/edit-affiliate.server";
import { mergedFields } from "~/domain/affiliates/affiliate-merge";
import { mergeAffiliates } from "~/domain/affiliates/merge-affiliates.server";
import { listAffiliates } from "~/domain/reports/list-affiliates.server";
import { lockAffiliate } from "~/domain/affiliates/lock-affiliate.server";
import { readAffiliate, type AffiliateDetails } from "~/domain/affiliates/read-affiliate.server";
import { sendInvitation } from "~/domain/affiliates/send-invitation.server";
import { DomainError } from "~/domain/shared/errors";
import { shapeOf, toRecord, toValues } from "~/domain/shared/field-list";
import { recordId } from "~/domain/shared/fields";
import { sidesOf } from "~/domain/shared/merge-sides";
import type { Scope } from "~/domain/shared/scope";
import { languages } from "~/i18n/languages";
import { answerPage, pageOf, pageParameters, searchParameter } from "../lists.server";
import { requireNotMerged } from "../merged-records.server";
import { operation, type Params } from "../operation";
import { answered, id, moment } from "../shapes.server";
import { about } from "../texts.server";

const fields = {
  ...answered(newAffiliateFields),
  status: z.enum(affiliateStatuses),
} satisfies Record<AffiliateField, z.ZodType>;

const affiliate = z.object({ id, ...fields, created_at: moment }).meta({ id: "Affiliate" });

const affiliateOf = (row: AffiliateDetails): z.output<typeof affiliate> => ({
  id: row.id,
  ...toValues(affiliateFields, row),
  created_at: row.createdAt,
});

async function affiliateById(scope: Scope, affiliateId: string) {
  const found = await readAffiliate(scope, affiliateId);
  return found && affiliateOf(found);
}

const read = (scope: Scope, params: Params) => affiliateById(scope, params["affiliate_id"]!);
const one = {
  lock: (scope: Scope, params: Params) => lockAffiliate(scope, params["affiliate_id"]!),
  read,
};

const language = z.enum(languages).optional().describe(about("language"));
const mailLanguage = z.enum(languages).optional().describe(about("affiliate_language"));

export const affiliateOperations = [
  operation({
    id: "list_affiliates",
    tag: "affiliates",
    method: "GET",
    path: "/affiliates",
    query: z.object({
      ...pageParameters,
      q: searchParameter.describe(about("search_affiliates")),
      status: z.enum(affiliateStatuses).optional(),
      invitation: z.enum(invitationStates).optional().describe(about("invitation")),
      terms: z.enum(termsFilters).optional().describe(about("affiliate_terms")),
      having: z.enum(affiliateHavings).optional().describe(about("affiliate_having")),
      signed_in: z.enum(signedInFilters).optional().describe(about("affiliate_signed_in")),
    }),
    answer: pageOf(affiliate),
    run: async ({ scope, query }) => {
      const { q: search = "", status, invitation, terms, having, signed_in: signedIn } = query;
      const filter = { search, status, invitation, terms, having, signedIn };
      const list = ({ cursor, size }: { cursor: string | null; size: number }) =>
        listAffiliates(scope, filter, undefined, cursor, size);
      return answerPage("affiliates", query, list, affiliateOf);
    },
  }),
  operation({
    id: "create_affiliate",
    tag: "affiliates",
    method: "POST",
    path: "/affiliates",
    body: z.object({
      ...shapeOf(newAffiliateFields),
      language: mailLanguage,
      terms: z.enum(firstTerms).optional().describe(about("first_terms")),
    }),
    example: { name: "Miriam Vogel", email: "miriam@vogel-beratung.example", language: "de" },
    answer: affiliate,
    create: ({ scope, body }) => addAffiliate(scope, toRecord(newAffiliateFields, body), body.language, body.terms),
    created: affiliateById,
    location: (affiliateId) => `/affiliates/${affiliateId}`,
  }),
  operation({
    id: "read_affiliate",
    tag: "affiliates",
    method: "GET",
    path: "/affiliates/{affiliate_id}",
    answer: affiliate,
    read,
  }),
  operation({
    id: "change_affiliate",
    tag: "affiliates",
    method: "PATCH",
    path: "/affiliates/{affiliate_id}",
    body: z.object(shapeOf(affiliateFields)).partial(),
    example: { status: "inactive" },
    answer: affiliate,
    ...one,
    change: async ({ scope, params, body }) => {
      const before = await readAffiliate(scope, params["affiliate_id"]);
      if (!before) throw new DomainError("not_found");
      await editAffiliate(scope, before.id, {
        ...toRecord(affiliateFields, { ...toValues(affiliateFields, before), ...body }),
        version: affiliateVersion(before),
      });
    },
  }),
  operation({
    id: "invite_affiliate",
    tag: "affiliates",
    method: "POST",
    path: "/affiliates/{affiliate_id}/invite",
    body: z.object({ language }),
    example: { language: "de" },
    answer: affiliate,
    ...one,
    change: ({ scope, params, body }) => sendInvitation(scope, params["affiliate_id"]!, body.language),
  }),
  operation({
    id: "merge_affiliate",
    tag: "affiliates",
    method: "POST",
    path: "/affiliates/{affiliate_id}/merge",
    body: z.object({
      other_id: recordId.describe(about("merge_with")),
      values: z.strictObject(sidesOf(mergedFields)).optional().describe(about("merge_values")),
    }),
    example: { other_id: "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39", values: { email: "other" } },
    answer: z.object({ id, merged_id: id }).meta({ id: "MergedAffiliate" }),
    act: async ({ scope, params, body }) => {
      const affiliateId = params["affiliate_id"]!;
      if (await affiliateById(scope, affiliateId)) await requireNotMerged(scope, { affiliate_id: body.other_id });
      const kept = await mergeAffiliates(scope, { affiliateId, otherId: body.other_id, taken: body.values ?? {} });
      return { id: kept, merged_id: kept === affiliateId ? body.other_id : affiliateId };
    },
  }),
  operation({
    id: "delete_affiliate",
    tag: "affiliates",
    method: "DELETE",
    path: "/affiliates/{affiliate_id}",
    answer: affiliate,
    lock: (scope, params) => lockForDeletion(scope, params["affiliate_id"]!),
    read,
    remove: ({ scope, params }) => deleteAffiliate(scope, params["affiliate_id"]!),
  }),
];
