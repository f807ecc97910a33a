import { z } from "zod";
import { endReasons } from "~/domain/deals/deal-end";
import type { Reclaim } from "~/domain/payouts/reclaim";
import { listReclaims } from "~/domain/payouts/reclaims.server";
import { operation } from "../operation";
import { day, id, money, moneyOf } from "../shapes.server";
import { about } from "../texts.server";

const reclaim = z
  .object({
    affiliate_id: id,
    affiliate_name: z.string(),
    net: money,
    vat: money,
    gross: money.describe(about("reclaim_gross")),
    since: day.describe(about("reclaim_since")),
    claims: z.array(
      z.object({
        deal_title: z.string(),
        company_name: z.string(),
        period_start: day.describe(about("period_start")),
        since: day.describe(about("reclaim_since")),
        amount: money.describe(about("reclaim_amount")),
        reason: z.enum(endReasons).nullable().describe(about("claim_reason")),
        document: z.string().nullable().describe(about("reclaim_document")),
      }),
    ),
  })
  .meta({ id: "Reclaim" });

function reclaimOf(found: Reclaim): z.output<typeof reclaim> {
  const of = (amount: number) => moneyOf({ amount, currency: found.currency });
  return {
    affiliate_id: found.affiliateId,
    affiliate_name: found.name,
    net: of(found.net),
    vat: of(found.vat),
    gross: of(found.gross),
    since: found.since,
    claims: found.claims.map(({ deal, company, period, since, amount, reason, document }) => ({
      deal_title: deal,
      company_name: company,
      period_start: period,
      since,
      amount: of(amount),
      reason,
      document,
    })),
  };
}

export const reclaimOperations = [
  operation({
    id: "list_reclaims",
    tag: "payouts",
    method: "GET",
    path: "/reclaims",
    answer: z.object({ data: z.array(reclaim) }),
    run: async ({ scope }) => ({ data: (await listReclaims(scope)).map(reclaimOf) }),
  }),
];
