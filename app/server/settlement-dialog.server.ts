import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node";
import type { z } from "zod";
import { readReclaims } from "~/domain/payouts/reclaims.server";
import { settleReclaim, type ReclaimToSettle } from "~/domain/payouts/settle-reclaim.server";
import { formatMoney } from "~/domain/shared/money";
import { paths } from "~/paths/paths";
import type { SingleFormAction } from "./action.server";
import { staffScope } from "./open-scope.server";
import { numberLocale, translator } from "./request-language.server";

/** How a debt is settled: the namespace of the texts of its dialog. */
type Way = "paid_back" | "waived";

type Debtor = Pick<ReclaimToSettle, "affiliateId" | "currency">;

const debtorOf = ({ request, params }: Pick<LoaderFunctionArgs, "request" | "params">): Debtor => ({
  affiliateId: params["affiliateId"] ?? "",
  currency: new URL(request.url).searchParams.get("currency") ?? "",
});

/** Reads the debt of the affiliate in the URL in its currency, for a dialog. Throws 404 if they owe nothing. */
export async function readSettlementDialog(args: LoaderFunctionArgs, way: Way) {
  const t = await translator(args.request);
  const debtor = debtorOf(args);
  return staffScope(args, async (scope) => {
    const { open } = await readReclaims(scope, debtor.affiliateId);
    const reclaim = open.find((one) => one.currency === debtor.currency);
    if (!reclaim) throw new Response(null, { status: 404, statusText: "Not Found" });
    const { affiliateId, name, gross: amount, currency, version } = reclaim;
    const title = t(`reclaims:${way}.title`, { name });
    return { title, affiliateId, name, version, amount: { amount, currency }, today: await scope.today() };
  });
}

/** Returns the action of such a dialog. */
export function settlementAction<T extends Omit<ReclaimToSettle, keyof Debtor>>(
  args: ActionFunctionArgs,
  way: Way,
  schema: z.ZodType<T>,
): SingleFormAction<"member", T> {
  const debtor = debtorOf(args);
  return {
    who: "member",
    schema,
    failed: "run_failed",
    run: async (input, { inScope, t }) => {
      const gross = await inScope((scope) => settleReclaim(scope, { ...debtor, ...input }));
      const amount = formatMoney(gross, debtor.currency, await numberLocale(args.request));
      return {
        to: paths.reclaims(debtor.affiliateId),
        toast: { tone: "success", title: t(`reclaims:${way}.done`, { amount }) },
      };
    },
  };
}
