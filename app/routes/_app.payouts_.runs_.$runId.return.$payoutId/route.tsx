import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { returnPayout } from "~/domain/payouts/return-payout.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { returnPayoutSchema } from "~/domain/payouts/run.schema";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { payoutOfRun } from "~/server/payout-of-run.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { run, payout } = await payoutOfRun(args);
  return {
    title: t("runs:return.title", { name: payout.name }),
    runId: run.id,
    number: payout.number,
    affiliateId: payout.affiliateId,
    name: payout.name,
    amount: { amount: payout.gross, currency: run.currency },
  };
}

export async function action(args: ActionFunctionArgs) {
  const { runId = "", payoutId = "" } = args.params;
  return runAction(args, {
    who: "member",
    schema: returnPayoutSchema,
    failed: "run_failed",
    run: async (reason, { inScope, t }) => {
      const name = await inScope(async (scope) => {
        await returnPayout(scope, { payoutId, reason });
        return (await readRun(scope, runId))?.payoutList.find(({ id }) => id === payoutId)?.name ?? "";
      });
      return {
        to: paths.payoutRun(runId),
        toast: { tone: "success", title: t("runs:return.done", { name }) },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Records that the bank has returned a payout, with its reason (PAY-12). */
export default function ReturnPayout() {
  const { runId, number, affiliateId, name, amount } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const format = useFormat();
  const affiliateName = useAffiliateName();
  const closeTo = paths.payoutRun(runId);
  const [form, fields] = useForm({ lastResult: useReply(), ...bySchema(returnPayoutSchema) });
  return (
    <RouteDialog
      title={t("return.title", { name: affiliateName(affiliateId, name) })}
      description={t("return.text", { amount: format.money(amount), number })}
      closeTo={closeTo}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ reason: t("return.reason") }} />
        <TextField field={fields.reason} label={t("return.reason")} help={t("return.reason_help")} autoComplete="off" />
        <FormActions>
          <DialogCancel to={closeTo} />
          <SubmitButton pendingLabel={t("return.pending")}>{t("return.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
