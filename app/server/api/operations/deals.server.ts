import { receiptFileOf, receiptUrlOf } from "~/domain/files/receipt";
import { paymentStates } from "~/domain/deals/plan-payments";
import { z } from "zod";
import { createDeal } from "~/domain/deals/create-deal.server";
import { endReasons } from "~/domain/deals/deal-end";
import { dealValues } from "~/domain/deals/deal-contract";
import {
  createDealSchema,
  dealTypes,
  editDealSchema,
  type DealContract,
  type DealField,
} from "~/domain/deals/deal.schema";
import { withTimes, type TimedDeal } from "~/domain/deals/deal-times.server";
import type { DealView } from "~/domain/deals/deal-view";
import type { OwnValues } from "~/domain/fields/own-value";
import { readOwnOfRecords } from "~/domain/fields/own-values.server";
import { dealViews } from "~/domain/deals/deal-view.server";
import { dealVersion, editDeal } from "~/domain/deals/edit-deal.server";
import { listDeals } from "~/domain/deals/list-deals.server";
import { lockDeal } from "~/domain/deals/lock-deal.server";
import { readEditableDeal } from "~/domain/deals/read-editable-deal.server";
import { matchAllDeals } from "~/domain/deals/match-deals.server";
import { contractEnd } from "~/domain/shared/dates";
import { DomainError } from "~/domain/shared/errors";
import { boundedText, MAX_ENTRY_LENGTH, recordId } from "~/domain/shared/fields";
import { toDecimal } from "~/domain/shared/money";
import { requireStaff } from "~/domain/shared/permissions";
import type { Scope } from "~/domain/shared/scope";
import {
  answerPage,
  idParameter,
  pageOf,
  pageParameters,
  periodOf,
  periodParameters,
  searchParameter,
} from "../lists.server";
import {
  ownAnswer,
  ownAnswered,
  ownFilterParameters,
  ownSent,
  sentOwnFilter,
  sentOwnValues,
} from "../own-fields.server";
import { operation, type Params } from "../operation";
import { ApiProblem } from "../problem.server";
import { sentDay } from "../schema-of.server";
import { asTyped, day, explanation, explanationOf, id, moment, money, moneyOf, sentDecimal } from "../shapes.server";
import { about, type FieldText } from "../texts.server";

/** The contract of a deal. Each amount includes its currency. */
const sold = {
  title: z.string(),
  amount: money.describe(about("deal_amount")),
  mrr: money.nullable().describe(about("mrr")),
  contract_duration_months: z.int().nullable(),
  contract_start_date: day.nullable(),
  close_date: day.describe(about("close_date")),
} satisfies Record<Exclude<DealField, "currency">, z.ZodType>;

export const deal = z
  .object({
    id,
    lead_id: id,
    company_name: z.string(),
    affiliate_id: id.nullable(),
    affiliate_name: z.string().nullable(),
    deal_type: z.enum(dealTypes),
    ...sold,
    contract_end_date: day.nullable(),
    commission: money.describe(about("commission")),
    commission_state: z.enum(paymentStates).nullable().describe(about("commission_state")),
    payment_date: day.nullable(),
    receipt_url: z.string().nullable(),
    receipt_file: id.nullable().describe(about("receipt_file")),
    end: z
      .object({
        day: day.describe(about("end_day")),
        reason: z.enum(endReasons),
        note: z.string().nullable().describe(about("end_note")),
        worth: money.describe(about("worth")),
        owed_back: z.array(money).describe(about("owed_back")),
      })
      .nullable()
      .describe(about("ended")),
    explanation,
    fields: ownAnswer,
    created_at: moment,
    updated_at: moment,
  })
  .meta({ id: "Deal" });

type ShownDeal = TimedDeal & { own: OwnValues };

/** Adds times and own fields. */
async function withRest(scope: Scope, views: DealView[]): Promise<ShownDeal[]> {
  const own = await readOwnOfRecords(
    scope,
    "deal",
    views.map((view) => view.id),
  );
  return (await withTimes(scope, views)).map((view) => ({ ...view, own: own.of(view.id) }));
}

const dealOf = (view: ShownDeal): z.output<typeof deal> => ({
  id: view.id,
  lead_id: view.leadId,
  company_name: view.company,
  affiliate_id: view.affiliateId,
  affiliate_name: view.affiliate,
  title: view.title,
  deal_type: view.type,
  amount: moneyOf(view.amount),
  mrr: view.mrr && moneyOf(view.mrr),
  contract_duration_months: view.months,
  // A recurring deal is won on the day its contract starts.
  contract_start_date: view.months === null ? null : view.closeDate,
  contract_end_date: view.months === null ? null : contractEnd(view.closeDate, view.months),
  close_date: view.closeDate,
  commission: moneyOf(view.commission),
  commission_state: view.state,
  payment_date: view.paymentDate,
  receipt_url: receiptUrlOf(view.receiptUrl),
  receipt_file: receiptFileOf(view.receiptUrl),
  end: view.ended && {
    day: view.ended.day,
    reason: view.ended.reason,
    note: view.ended.note,
    worth: moneyOf(view.ended.worth),
    owed_back: view.ended.owedBack.map(moneyOf),
  },
  explanation: explanationOf(view.trace),
  fields: ownAnswered(view.own),
  created_at: view.createdAt.toISOString(),
  updated_at: view.updatedAt.toISOString(),
});

export async function dealById(scope: Scope, dealId: string) {
  requireStaff(scope);
  const [view] = await withRest(scope, await dealViews(scope, [dealId]));
  return view ? dealOf(view) : null;
}

const one = {
  lock: (scope: Scope, params: Params) => lockDeal(scope, params["deal_id"]!),
  read: (scope: Scope, params: Params) => dealById(scope, params["deal_id"]!),
};

const entry = (what: FieldText) => boundedText(MAX_ENTRY_LENGTH).optional().describe(about(what));
const dayEntry = (what: FieldText) => entry(what).meta(sentDay);
const decimal = (what: FieldText) => sentDecimal.optional().describe(about(what));

/** The accepted fields of a deal. The form's schema for the kind of deal validates them. */
const contract = {
  title: boundedText(2_000).optional(),
  currency: entry("currency"),
  amount: decimal("one_time"),
  close_date: dayEntry("one_time_day"),
  mrr: decimal("recurring_mrr"),
  contract_duration_months: z.int("duration_invalid").min(1, "duration_invalid").optional(),
  contract_start_date: dayEntry("recurring_day"),
} satisfies Record<DealField, z.ZodType>;

type Sent = z.output<z.ZodObject<typeof contract>>;

/** Converts the body to the fields of the form. Throws `invalid`. */
function parse<T>(schema: z.ZodType<T>, { contract_duration_months: months, ...sent }: Sent & object): T {
  const form = {
    ...sent,
    amount: asTyped(sent.amount),
    mrr: asTyped(sent.mrr),
    ...(months !== undefined && { contract_duration_months: String(months) }),
  };
  const { data, error } = schema.safeParse(form);
  if (!error) return data;
  throw new ApiProblem(
    "invalid",
    error.issues.map(({ path, message }) => ({ pointer: `/${path.join("/")}`, message })),
  );
}

/** Converts a stored contract to the fields of the form. */
function asSent(stored: DealContract): Sent {
  const typed = Object.entries(dealValues(stored)).map(([name, value]) => [
    name,
    typeof value === "object" && value ? toDecimal(value.amount, value.currency) : (value ?? undefined),
  ]);
  return Object.fromEntries(typed) as Sent;
}

export const dealOperations = [
  operation({
    id: "list_deals",
    tag: "deals",
    method: "GET",
    path: "/deals",
    query: z.object({
      ...pageParameters,
      ...periodParameters,
      q: searchParameter.describe(about("search_deals")),
      affiliate_id: idParameter,
      lead_id: idParameter,
      deal_type: z.enum(dealTypes).optional(),
      ...ownFilterParameters,
    }),
    answer: pageOf(deal),
    run: async ({ scope, query }) => {
      const filter = {
        search: query.q ?? "",
        affiliate: query.affiliate_id ?? null,
        period: await periodOf(scope, query),
        ...(await sentOwnFilter(scope, "deal", query)),
      };
      const matches = await matchAllDeals(scope, filter);
      const wanted = { filter, matches, leadId: query.lead_id ?? null, type: query.deal_type ?? null };
      const list = async (at: { cursor: string | null; size: number }) => {
        const page = await listDeals(scope, { ...wanted, ...at });
        return { ...page, rows: await withRest(scope, page.rows) };
      };
      return answerPage("deals", query, list, dealOf);
    },
  }),
  operation({
    id: "create_deal",
    tag: "deals",
    method: "POST",
    path: "/deals",
    body: z.object({
      lead_id: recordId,
      deal_type: z.enum(dealTypes, "deal_type_required"),
      ...contract,
      fields: ownSent,
    }),
    example: {
      lead_id: "0190f5c4-7b1e-7c3a-9d55-2f6a4b8c9d10",
      deal_type: "one-time",
      title: "Website",
      amount: "12000.00",
      currency: "EUR",
      close_date: "2026-03-01",
    },
    answer: deal,
    create: async ({ scope, body: { fields, ...body } }) => {
      const own = await sentOwnValues(scope, "deal", null, fields);
      return (await createDeal(scope, { ...parse(createDealSchema, body), own })).id;
    },
    created: dealById,
    location: (dealId) => `/deals/${dealId}`,
  }),
  operation({
    id: "read_deal",
    tag: "deals",
    method: "GET",
    path: "/deals/{deal_id}",
    answer: deal,
    read: one.read,
  }),
  operation({
    id: "change_deal",
    tag: "deals",
    method: "PATCH",
    path: "/deals/{deal_id}",
    body: z.object({ ...contract, fields: ownSent }),
    example: { title: "Website and shop" },
    answer: deal,
    ...one,
    change: async ({ scope, params, body: { fields, ...body } }) => {
      const before = await readEditableDeal(scope, params["deal_id"]);
      if (!before) throw new DomainError("not_found");
      const stored = asSent(before.contract);
      const foreign = Object.keys(body).filter((name) => stored[name as keyof Sent] === undefined);
      if (foreign.length > 0) throw new DomainError("deal_type_fixed", {}, foreign[0]);
      const deal_type = before.contract.recurring ? "recurring" : "one-time";
      const form = { ...stored, ...body, deal_type, deal_id: before.id };
      const own = await sentOwnValues(scope, "deal", before.id, fields);
      const version = dealVersion(before.contract, before.own);
      await editDeal(scope, { ...parse(editDealSchema, form), own, version });
    },
  }),
];
