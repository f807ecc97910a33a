import { z } from "zod";
import { endReasons, type Fate } from "~/domain/deals/deal-end";
import { endDealSchema, MAX_END_NOTE_LENGTH } from "~/domain/deals/deal-end.schema";
import { endDeal, readEndableDeal } from "~/domain/deals/end-deal.server";
import { lockDeal } from "~/domain/deals/lock-deal.server";
import { previewEnd, problemOfEnd } from "~/domain/deals/preview-end";
import { lockToResume, resumeDeal } from "~/domain/deals/resume-deal.server";
import { DomainError } from "~/domain/shared/errors";
import { optionalText, requiredDay } from "~/domain/shared/fields";
import type { Scope } from "~/domain/shared/scope";
import { operation, type Params } from "../operation";
import { sentDay } from "../schema-of.server";
import { day, money, moneyOf } from "../shapes.server";
import { about } from "../texts.server";
import { deal, dealById } from "./deals.server";

const read = (scope: Scope, params: Params) => dealById(scope, params["deal_id"]!);

const end = {
  reason: z.enum(endReasons, { error: "end_reason_required" }),
  day: requiredDay("end_day_required").describe(about("end_day")).meta(sentDay),
};

export const dealEndOperations = [
  operation({
    id: "preview_deal_end",
    tag: "deals",
    method: "GET",
    path: "/deals/{deal_id}/end",
    query: z.object({ reason: end.reason.optional(), day: end.day.optional() }),
    answer: z.object({
      commissions: z.array(
        z.object({
          period: day.nullable().describe(about("period_whole")),
          amount: money,
          fate: z.enum(["ends", "stays", "owed_back", "paid"] satisfies Fate[]).describe(about("fate")),
        }),
      ),
      owed_back: z.array(money).describe(about("owed_back")),
      worth: money.describe(about("worth")),
    }),
    run: async ({ scope, params, query }) => {
      const found = await readEndableDeal(scope, params["deal_id"]);
      if (!found) throw new DomainError("not_found");
      const today = await scope.today();
      const wanted = { reason: query.reason ?? "cancelled_by_customer", day: query.day ?? today } as const;
      const problem = problemOfEnd(found.contract, wanted, today);
      if (problem) throw new DomainError(problem.code, {}, problem.field);
      const { commissions, sums, worth } = previewEnd(found, wanted);
      return {
        commissions: commissions.map((one) => ({ ...one, amount: moneyOf(one.amount) })),
        owed_back: sums.owed_back.map(moneyOf),
        worth: moneyOf(worth),
      };
    },
  }),
  operation({
    id: "end_deal",
    tag: "deals",
    method: "POST",
    path: "/deals/{deal_id}/end",
    body: z.object({ ...end, note: optionalText(MAX_END_NOTE_LENGTH).describe(about("end_note")) }),
    example: { reason: "cancelled_by_customer", day: "2026-03-01", note: "Moved to another agency" },
    answer: deal,
    lock: (scope, params) => lockDeal(scope, params["deal_id"]!),
    read,
    change: ({ scope, params, body }) =>
      endDeal(scope, endDealSchema.parse({ ...body, note: body.note ?? "", deal_id: params["deal_id"] })),
  }),
  operation({
    id: "resume_deal",
    tag: "deals",
    method: "POST",
    path: "/deals/{deal_id}/resume",
    answer: deal,
    lock: (scope, params) => lockToResume(scope, params["deal_id"]!),
    read,
    change: ({ scope, params }) => resumeDeal(scope, params["deal_id"]!),
  }),
];
