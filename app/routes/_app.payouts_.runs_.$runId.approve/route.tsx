import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useFormat } from "~/browser/use-format";
import { useReply } from "~/browser/use-reply";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { approveRun } from "~/domain/payouts/approve-run.server";
import { readPayer } from "~/domain/payouts/payer.server";
import { readRun } from "~/domain/payouts/read-run.server";
import { approveRunSchema } from "~/domain/payouts/run.schema";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const found = await staffScope({ request, context }, async (scope, user) => {
    const run = await readRun(scope, params["runId"]);
    const { secondApprover } = await readPayer(scope);
    return run && { run, needsOther: secondApprover && run.createdById === user.id };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  const { id, gross, currency, payouts, version } = found.run;
  const proofs = await askedProofs({ request, context });
  return {
    title: t("runs:approve.title"),
    id,
    gross: gross ?? 0,
    currency,
    payouts,
    version,
    needsOther: found.needsOther,
    proofs,
  };
}

export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    schema: approveRunSchema,
    failed: "run_failed",
    run: async (version, { inScope, t }) => {
      const count = await inScope((scope) => approveRun(scope, { runId, version: version ?? "" }));
      const title = count > 0 ? t("runs:approve.done", { count }) : t("runs:approve.before");
      return { to: paths.payoutRun(runId), toast: { tone: count > 0 ? "success" : "info", title } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before a run is approved, with re-authentication. */
export default function ApproveRun() {
  const { title, id, gross, currency, payouts, version, needsOther, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["runs", "errors"]);
  const format = useFormat();
  const amount = format.money({ amount: gross, currency });
  const proofLabels = useProofLabels();
  const closeTo = paths.payoutRun(id);
  const [form, fields] = useForm({ lastResult: useReply(), ...bySchema(approveRunSchema) });
  return (
    <RouteDialog title={title} description={t("approve.text")} closeTo={closeTo} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={proofLabels} />
        {/* The version of the amounts that are shown; a newer one comes with the newer amounts. */}
        <HiddenField field={fields.version} value={version} />
        <p className="text-2xl font-semibold tracking-tight tabular-nums">{amount}</p>
        <p className="-mt-3 text-muted">{t("payees", { count: payouts })}</p>
        {needsOther ? (
          <Alert tone="warning">{t("errors:run_second_member")}</Alert>
        ) : (
          <ProofFields proofs={proofs} fields={fields} />
        )}
        <FormActions>
          <DialogCancel to={closeTo} />
          {!needsOther && isTyped(proofs) && (
            <SubmitButton pendingLabel={t("approve.pending")}>{t("approve.submit", { amount })}</SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
