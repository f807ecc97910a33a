import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { FormErrors } from "~/components/forms/form-errors";
import { WebhookSecret } from "~/components/webhooks/webhook-secret";
import { changeSecret, readEndpointState } from "~/domain/webhooks/change-endpoint.server";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import type { FormReply } from "~/browser/form-reply";
import { askedProofs } from "~/server/prove.server";
import { staffScope } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";
import { getFormProps, useForm } from "@conform-to/react";

export async function loader(args: LoaderFunctionArgs) {
  const state = await staffScope(args, readEndpointState);
  // Without a URL there is nothing to sign.
  if (!state?.isOn) throw new Response(null, { status: 404, statusText: "Not Found" });
  const what = state.hasSecret ? "ask" : "make";
  const title = (await translator(args.request))(`webhooks:secret.${what}_title`);
  return { what, title, proofs: await askedProofs(args) } as const;
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    run: async (_, { inScope }) => {
      const { secret } = await inScope(changeSecret);
      const reply: Reply = { secret };
      return { reply };
    },
  });
}

type Reply = FormReply & { secret?: string };

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Asks for confirmation before the secret changes, and shows the new one only once (HOOK-04). */
export default function ChangeSecret() {
  const { what, title, proofs } = useLoaderData<typeof loader>();
  const { t } = useTranslation("webhooks");
  const lastResult: Reply | undefined = useReply();
  const [form, fields] = useForm({ lastResult });
  const labels = useProofLabels();
  const back = paths.settings("webhook");
  const secret = lastResult?.secret;
  return (
    <RouteDialog
      kind={secret ? "dialog" : "alert"}
      title={secret ? t("secret.made_title") : title}
      description={secret ? undefined : t(`secret.${what}_text`)}
      closeTo={back}
    >
      {secret ? (
        <div className="grid gap-4">
          <WebhookSecret secret={secret} />
          <FormActions>
            <DialogCancel to={back}>{t("secret.done")}</DialogCancel>
          </FormActions>
        </div>
      ) : (
        <DialogForm {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={labels} />
          <ProofFields proofs={proofs} fields={fields} />
          <FormActions>
            <DialogCancel to={back} autoFocus />
            {isTyped(proofs) && (
              <SubmitButton pendingLabel={t("secret.pending")}>
                {t(what === "ask" ? "secret.change" : "secret.make")}
              </SubmitButton>
            )}
          </FormActions>
        </DialogForm>
      )}
    </RouteDialog>
  );
}
