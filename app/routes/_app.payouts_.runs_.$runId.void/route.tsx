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
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { readRun } from "~/domain/payouts/read-run.server";
import { voidRunSchema } from "~/domain/payouts/run.schema";
import { voidRun } from "~/domain/payouts/take-back-run.server";
import { todayIn } from "~/domain/shared/dates";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { staffScope } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const found = await staffScope({ request, context }, async (scope) => {
    const run = await readRun(scope, params["runId"]);
    const { timeZone } = await scope.organization();
    return run && { id: run.id, sentOn: run.sentAt && todayIn(timeZone, new Date(run.sentAt)) };
  });
  if (!found) throw new Response(null, { status: 404, statusText: "Not Found" });
  return { ...found, title: t("runs:void.title"), proofs: await askedProofs({ request, context }) };
}

export async function action(args: ActionFunctionArgs) {
  const runId = args.params["runId"] ?? "";
  return runAction(args, {
    who: "member",
    schema: voidRunSchema,
    failed: "run_failed",
    run: async (reason, { inScope, t }) => {
      await inScope((scope) => voidRun(scope, { runId, reason }));
      return { to: paths.payoutRun(runId), toast: { tone: "success", title: t("runs:void.done") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before an approved run is taken back, for a sent one also for the reason. */
export default function VoidRun() {
  const { title, id, sentOn, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const format = useFormat();
  const proofLabels = useProofLabels();
  const closeTo = paths.payoutRun(id);
  const [form, fields] = useForm({ lastResult: useReply(), ...bySchema(voidRunSchema) });
  return (
    <RouteDialog title={title} description={t("void.text")} closeTo={closeTo} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ reason: t("void.reason"), ...proofLabels }} />
        {sentOn && <Alert tone="warning">{t("void.sent", { day: format.day(sentOn) })}</Alert>}
        <TextareaField field={fields.reason} label={t("void.reason")} rows={2} optional={!sentOn} />
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={closeTo} />
          {isTyped(proofs) && (
            <SubmitButton variant="danger" pendingLabel={t("void.pending")}>
              {t("void.submit")}
            </SubmitButton>
          )}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
