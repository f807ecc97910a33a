import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { useAffiliateName } from "~/browser/namesakes";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextareaField } from "~/components/forms/textarea-field";
import { Alert } from "~/components/ui/alert";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { cancelPayout } from "~/domain/payouts/return-payout.server";
import { cancelPayoutSchema } from "~/domain/payouts/run.schema";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { payoutOfRun } from "~/server/payout-of-run.server";
import { askedProofs } from "~/server/prove.server";
import { translator } from "~/server/request-language.server";
import "~/components/payouts/payout-texts";

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { run, payout } = await payoutOfRun(args);
  return {
    title: t("runs:cancel.title", { name: payout.name }),
    runId: run.id,
    isInFile: payout.isInFile,
    affiliateId: payout.affiliateId,
    name: payout.name,
    proofs: await askedProofs(args),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { runId = "", payoutId = "" } = args.params;
  return runAction(args, {
    who: "member",
    schema: cancelPayoutSchema,
    failed: "run_failed",
    run: async (reason, { inScope, t }) => {
      await inScope((scope) => cancelPayout(scope, { payoutId, reason }));
      return { to: paths.payoutRun(runId), toast: { tone: "success", title: t("runs:cancel.done") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks before a payout is canceled, and for the reason (PAY-10). */
export default function CancelPayout() {
  const { runId, isInFile, affiliateId, name, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("runs");
  const proofLabels = useProofLabels();
  const affiliateName = useAffiliateName();
  const closeTo = paths.payoutRun(runId);
  const [form, fields] = useForm({ lastResult: useReply(), ...bySchema(cancelPayoutSchema) });
  return (
    <RouteDialog
      title={t("cancel.title", { name: affiliateName(affiliateId, name) })}
      description={t("cancel.text")}
      closeTo={closeTo}
      size="sm"
    >
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={{ reason: t("cancel.reason"), ...proofLabels }} />
        {isInFile && <Alert tone="warning">{t("cancel.sent")}</Alert>}
        <TextareaField field={fields.reason} label={t("cancel.reason")} rows={2} />
        <ProofFields proofs={proofs} fields={fields} />
        <FormActions>
          <DialogCancel to={closeTo}>{t("cancel.keep")}</DialogCancel>
          {isTyped(proofs) && <SubmitButton variant="danger">{t("cancel.action")}</SubmitButton>}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
