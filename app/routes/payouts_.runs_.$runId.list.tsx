import type { ActionFunctionArgs } from "@remix-run/node";
import { loadPayoutRows } from "~/domain/payouts/make-bank-file.server";
import { writePayoutCsv, writePayPalCsv } from "~/domain/payouts/payout-csv";
import { loadPayoutsSchema } from "~/domain/payouts/run.schema";
import { writeWiseCsv } from "~/domain/payouts/wise-csv";
import { requireWiseTemplate } from "~/domain/payouts/wise-template.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { downloadText } from "~/server/exports/download.server";
import { redirect } from "~/server/redirect.server";
import { numberLocale, requestLanguage } from "~/server/request-language.server";

export const loader = () => redirect(paths.payoutRuns());

/** Downloads the open payouts of a run as our own CSV, for PayPal or for Wise (PAY-11). */
export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    backTo: paths.payoutRun(runId),
    schema: loadPayoutsSchema,
    run: async (format, { inScope, t }) => {
      const language = await requestLanguage(args.request);
      const decimal = (1.1).toLocaleString(await numberLocale(args.request)).includes(",") ? "," : ".";
      // A file that cannot be written is not recorded as downloaded: the transaction ends with the error.
      const text = await inScope(async (scope) => {
        const rows = await loadPayoutRows(scope, runId);
        if (format === "wise") {
          const { defaultCurrency } = await scope.organization();
          return writeWiseCsv(rows, await requireWiseTemplate(scope), defaultCurrency);
        }
        return format === "paypal"
          ? writePayPalCsv(rows, decimal)
          : writePayoutCsv(rows, (column) => t(`columns:${column}`), language === "en" ? "plain" : language);
      });
      return downloadText(`payouts-${format}.csv`, "text/csv; charset=utf-8", text);
    },
  });
}
