import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { DateField } from "~/components/forms/date-field";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { isPayable } from "~/domain/payouts/invoice-status";
import { payPayouts } from "~/domain/payouts/pay-payouts.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { payRunSchema } from "~/domain/payouts/run.schema";
import { formatMoney, sum } from "~/domain/shared/money";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { numberLocale, translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const wanted = new URL(request.url).searchParams.get("payout");
  const found = await staffScope({ request, context }, async (scope) => {
    const run = await readRun(scope, params["runId"]);
    return run && { run, today: await scope.today() };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { id, currency, payoutList } = found.run;
  const wantedOnes = payoutList.filter(({ state, id }) => state === "open" && (!wanted || id === wanted));
  const open = wantedOnes.filter(isPayable);
  const only = wanted ? open[0] : undefined;
  const amount = sum(open.map(({ gross }) => gross));
  return {
    title: t("runs:pay.title"),
    id,
    today: found.today,
    amount: { amount, currency },
    waiting: wantedOnes.length - open.length,
    only: only ? { id: only.id, affiliateId: only.affiliateId, name: only.name } : null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    schema: payRunSchema,
    failed: "run_failed",
    run: async (input, { inScope, t }) => {
      const { done, currency } = await inScope(async (scope) => {
        const paid = await payPayouts(scope, { runId, ...input });
        return { done: paid, currency: (await readRun(scope, runId))?.currency ?? "" };
      });
      const to = paths.payoutRun(runId);
      if (!done.batchId) return { to, toast: { tone: "info", title: t("runs:pay.before") } };
      const amount = formatMoney(done.gross, currency, await numberLocale(args.request));
      return {
        to,
        toast: {
          tone: "success",
          title: t("runs:pay.done", { count: done.paid, amount }),
          undo: { of: "payment", batchId: done.batchId },
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Marks the open payouts of a run paid, or one of them, with the value day (PAY-12). */
export default function PayRun() {
  const { title, id, today, amount, only, waiting } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "invoices"]);
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const closeTo = paths.payoutRun(id);
  const [form, fields] = useForm({
    lastResult: useReply(),
    defaultValue: { paid_on: today },
    ...bySchema(payRunSchema),
  });
  const text = only ? t("pay.one_text", { name: affiliateName(only.affiliateId, only.name) }) : t("pay.text");
  return (
    <RouteDialog title={title} description={text} closeTo={closeTo} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ paid_on: t("pay.day") }} />
        {waiting > 0 && <Alert>{t("invoices:not_paid", { count: waiting })}</Alert>}
        {only && <HiddenField field={fields.payout_id} value={only.id} />}
        <DateField field={fields.paid_on} label={t("pay.day")} help={t("pay.day_help")} max={today} />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("pay.pending")}>
            {t("pay.submit", { amount: format.money(amount) })}
          </SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
