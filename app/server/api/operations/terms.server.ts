import { z } from "zod";
import { readAffiliate } from "~/domain/affiliates/read-affiliate.server";
import { DomainError } from "~/domain/shared/errors";
import { boundedText, MAX_ENTRY_LENGTH } from "~/domain/shared/fields";
import { requireStaff } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import { listTerms, type TermView } from "~/domain/terms/list-terms.server";
import { readStandardTerms, saveStandardTerms } from "~/domain/terms/standard-terms.server";
import { saveTerms } from "~/domain/terms/save-terms.server";
import { cadences, dueWhens, modelOf, termCurrencies, termModels } from "~/domain/terms/term";
import { standardTermsSchema, termsSchema } from "~/domain/terms/term.schema";
import { MAX_TIERS, tierFields } from "~/domain/terms/tiers";
import { toPercentText } from "~/domain/shared/money";
import { operation, type Params } from "../operation";
import { ApiProblem, type PartProblem } from "../problem.server";
import { sentDay } from "../schema-of.server";
import { asTyped, day, id, moment, money, moneyOf, sentDecimal } from "../shapes.server";
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
    .array(z.object({ from: decimal, rate_percent: decimal }))
    .max(MAX_TIERS, "tiers_exceeded")
    .optional()
    .describe(about("tiers")),
  currency: z.enum(termCurrencies, "currency_required"),
  cadence: z.enum(cadences, "cadence_required").optional(),
  due_when: z.enum(dueWhens, "due_when_required").optional().describe(about("due_when")),
  holding_days: z.int("holding_days_invalid").optional().describe(about("holding_days")),
  start_date: boundedText(MAX_ENTRY_LENGTH, "start_date_required").describe(about("start_day")).meta(sentDay),
});

/** Returns the fields of the form for what a request contains. */
function formOf({ tiers = [], ...rest }: Partial<z.output<typeof newTerms>>) {
  const rows = tiers.flatMap((tier, index) => {
    const [from, rate] = tierFields(index + 1);
    return [
      [from, asTyped(tier.from)],
      [rate, tier.rate_percent],
    ];
  });
  return {
    ...rest,
    fixed_amount: asTyped(rest.fixed_amount),
    holding_days: rest.holding_days?.toString(),
    ...Object.fromEntries(rows),
  };
}

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
      const form = { ...formOf(body), affiliate_id: params["affiliate_id"] };
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
      const { data, error } = standardTermsSchema().safeParse(formOf(body));
      if (error) throw new ApiProblem("invalid", error.issues.map(partOf));
      return (await saveStandardTerms(scope, data))!;
    },
    created: (scope) => currentStandard(scope),
    location: () => "/standard-terms",
  }),
];

/** Maps a form field to its JSON pointer. The form has one field for each part of each tier. */
function partOf({ path, message }: z.core.$ZodIssue): PartProblem {
  const field = String(path[0] ?? "");
  const [, part, row] = /^tier_(from|rate)_(\d+)$/.exec(field) ?? [];
  if (!row) return { pointer: `/${field}`, message };
  return { pointer: `/tiers/${Number(row) - 1}/${part === "from" ? "from" : "rate_percent"}`, message };
}
