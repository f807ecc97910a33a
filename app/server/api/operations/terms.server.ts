import { z } from "zod";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { DomainError } from "~/domain/shared/errors";
import { boundedText, MAX_ENTRY_LENGTH, recordId } from "~/domain/shared/fields";
import { requireStaff } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import { chosenAffiliates } from "~/domain/affiliates/affiliate-batch";
import { lockOrganization } from "~/domain/shared/lock-organization.server";
import { listTerms, type TermView } from "~/domain/terms/list-terms.server";
import { readStandardTerms, saveStandardTerms } from "~/domain/terms/standard-terms.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { cadences, dueWhens, modelOf, termCurrencies, termModels } from "~/domain/terms/term";
import { commonTermsSchema, standardTermsSchema, termsSchema } from "~/domain/terms/term.schema";
import { previewTerms, setTermsOfSeveral } from "~/domain/terms/terms-of-several.server";
import { undoTerms } from "~/domain/terms/undo-terms.server";
import { MAX_TIERS } from "~/domain/terms/tiers";
import { toPercentText } from "~/domain/shared/money";
import { termsForm } from "~/server/terms-form.server";
import { operation, type Params } from "../operation";
import { ApiProblem, type PartProblem } from "../problem.server";
import { sentDay } from "../schema-of.server";
import { day, id, moment, money, moneyOf, sentDecimal } from "../shapes.server";
import { about } from "../texts.server";

const terms = z
  .object({
    id,
    version: z.int(),
    active: z.boolean(),
    model: z.enum(termModels),
    rev_share_percent: z.string().nullable(),
    fixed_amount: money.nullable(),
    tiers: z.array(z.object({ from: money, rate_percent: z.string() })).nullable(),
    currency: z.string(),
    cadence: z.enum(cadences),
    due_when: z.enum(dueWhens),
    holding_days: z.int(),
    start_date: day,
    created_at: moment,
  })
  .meta({ id: "Terms" });

/** Terms that new affiliates get; they begin on the day on which an affiliate is added. */
const standardTerms = terms.omit({ active: true, start_date: true }).meta({ id: "StandardTerms" });

async function currentStandard(scope: Scope): Promise<z.output<typeof standardTerms> | null> {
  const found = await readStandardTerms(scope);
  if (!found) return null;
  const {
    active: _active,
    start_date: _start,
    ...standard
  } = termsOf({
    ...found,
    active: true,
    startDate: await scope.today(),
  });
  return standard;
}

const termsOf = (term: TermView): z.output<typeof terms> => ({
  id: term.id,
  version: term.version,
  active: term.active,
  model: modelOf(term),
  rev_share_percent: term.revShareBp === null ? null : toPercentText(term.revShareBp),
  fixed_amount: term.fixedAmount === null ? null : moneyOf({ amount: term.fixedAmount, currency: term.currency }),
  tiers:
    term.tiers?.map(({ from, rateBp }) => ({
      from: moneyOf({ amount: from, currency: term.currency }),
      rate_percent: toPercentText(rateBp),
    })) ?? null,
  currency: term.currency,
  cadence: term.cadence,
  due_when: term.dueWhen,
  holding_days: term.holdingDays,
  start_date: term.startDate,
  created_at: term.createdAt,
});

/** Returns all versions of an affiliate's terms. Throws `not_found`, `forbidden`. */
async function allTerms(scope: Scope, params: Params): Promise<TermView[]> {
  requireStaff(scope);
  const affiliate = await readAffiliate(scope, params["affiliate_id"]);
  if (!affiliate) throw new DomainError("not_found");
  return listTerms(scope, affiliate.id);
}

async function termsById(scope: Scope, termsId: string, params: Params) {
  const found = (await allTerms(scope, params)).find((one) => one.id === termsId);
  return found ? termsOf(found) : null;
}

const decimal = sentDecimal.optional();

/** The accepted fields of new terms. `termsSchema`, which the form also uses, validates them. */
const newTerms = z.object({
  model: z.enum(termModels, "model_required"),
  rev_share_percent: decimal.describe(about("rev_share_percent")),
  fixed_amount: decimal.describe(about("fixed_amount")),
  tiers: z
    .array(z.strictObject({ from: decimal, rate_percent: decimal }))
    .max(MAX_TIERS, "tiers_exceeded")
    .optional()
    .describe(about("tiers")),
  currency: z.enum(termCurrencies, "currency_required"),
  cadence: z.enum(cadences, "cadence_required").optional(),
  due_when: z.enum(dueWhens, "due_when_required").optional().describe(about("due_when")),
  holding_days: z.int("holding_days_invalid").optional().describe(about("holding_days")),
  start_date: boundedText(MAX_ENTRY_LENGTH, "start_date_required").describe(about("start_day")).meta(sentDay),
});

const given = z
  .object({
    changed: z.int(),
    unchanged: z.int().describe(about("terms_unchanged")),
    skipped: z.int().describe(about("terms_skipped")),
    batch_id: id.nullable().describe(about("batch_id")),
  })
  .meta({ id: "TermsOfSeveral" });

export const termsOperations = [
  operation({
    id: "list_terms",
    tag: "terms",
    method: "GET",
    path: "/affiliates/{affiliate_id}/terms",
    answer: z.object({ data: z.array(terms) }),
    run: async ({ scope, params }) => ({ data: (await allTerms(scope, params)).map(termsOf) }),
  }),
  operation({
    id: "create_terms",
    tag: "terms",
    method: "POST",
    path: "/affiliates/{affiliate_id}/terms",
    body: newTerms,
    example: { model: "rev_share", rev_share_percent: "12.5", currency: "EUR", start_date: "2030-01-01" },
    answer: terms,
    create: async ({ scope, params, body }) => {
      await allTerms(scope, params);
      const form = { ...termsForm(body), affiliate_id: params["affiliate_id"] };
      const { data, error } = termsSchema(await scope.today()).safeParse(form);
      if (error) throw new ApiProblem("invalid", error.issues.map(partOf));
      return saveTerms(scope, data);
    },
    created: termsById,
    location: (termsId, params) => `/affiliates/${params["affiliate_id"]}/terms/${termsId}`,
  }),
  operation({
    id: "read_terms",
    tag: "terms",
    method: "GET",
    path: "/affiliates/{affiliate_id}/terms/{terms_id}",
    answer: terms,
    read: (scope, params) => termsById(scope, params["terms_id"]!, params),
  }),
  operation({
    id: "read_standard_terms",
    tag: "terms",
    method: "GET",
    path: "/standard-terms",
    answer: standardTerms,
    read: (scope) => currentStandard(scope),
  }),
  operation({
    id: "create_standard_terms",
    tag: "terms",
    method: "POST",
    path: "/standard-terms",
    body: newTerms.omit({ start_date: true }),
    example: { model: "rev_share", rev_share_percent: "10", currency: "EUR" },
    answer: standardTerms,
    create: async ({ scope, body }) => {
      const { data, error } = standardTermsSchema().safeParse(termsForm(body));
      if (error) throw new ApiProblem("invalid", error.issues.map(partOf));
      return (await saveStandardTerms(scope, data))!;
    },
    created: (scope) => currentStandard(scope),
    location: () => "/standard-terms",
  }),
  operation({
    id: "delete_standard_terms",
    tag: "terms",
    method: "DELETE",
    path: "/standard-terms",
    answer: standardTerms,
    lock: lockOrganization,
    read: (scope) => currentStandard(scope),
    remove: ({ scope }) => saveStandardTerms(scope, { rules: null }),
  }),
  operation({
    id: "create_terms_of_several",
    tag: "terms",
    method: "POST",
    path: "/affiliates/terms",
    body: newTerms.extend({
      affiliate_ids: chosenAffiliates,
      dry_run: z.boolean().optional().describe(about("dry_run")),
    }),
    example: {
      affiliate_ids: ["0190a5a0-7c1e-7000-8000-0b6f5d1c2a39"],
      model: "rev_share",
      rev_share_percent: "12.5",
      currency: "EUR",
      start_date: "2030-01-01",
    },
    answer: given,
    act: async ({ scope, body: { affiliate_ids: ids, dry_run: isDry = false, ...body } }) => {
      const { data, error } = commonTermsSchema(await scope.today()).safeParse(termsForm(body));
      if (error) throw new ApiProblem("invalid", error.issues.map(partOf));
      const { rules } = data;
      if (isDry) {
        const { changes, same, skipped } = await previewTerms(scope, ids, rules);
        // Ids that the organization does not have are not among them.
        const unknown = ids.length - changes.length - same.length - skipped.length;
        return {
          changed: changes.length,
          unchanged: same.length,
          skipped: skipped.length + unknown,
          batch_id: null,
        };
      }
      const { done, unchanged, skipped, batchId } = await setTermsOfSeveral(scope, { ids, rules, version: undefined });
      return { changed: done, unchanged, skipped: skipped.length, batch_id: batchId };
    },
  }),
  operation({
    id: "undo_terms_of_several",
    tag: "terms",
    method: "POST",
    path: "/affiliates/terms/undo",
    body: z.object({ batch_id: recordId }),
    example: { batch_id: "0190a5a0-7c1e-7000-8000-0b6f5d1c2a39" },
    answer: z.object({ undone: z.int(), kept: z.int().describe(about("terms_kept")) }).meta({ id: "UndoneTerms" }),
    act: async ({ scope, body }) => {
      const { undone, kept } = await undoTerms(scope, body.batch_id);
      return { undone, kept: kept.length };
    },
  }),
];

/** Maps a form field to its JSON pointer. The form has one field for each part of each tier. */
function partOf({ path, message }: z.core.$ZodIssue): PartProblem {
  const field = String(path[0] ?? "");
  const [, part, row] = /^tier_(from|rate)_(\d+)$/.exec(field) ?? [];
  if (!row) return { pointer: `/${field}`, message };
  return { pointer: `/tiers/${Number(row) - 1}/${part === "from" ? "from" : "rate_percent"}`, message };
}
