import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { changeEmailSchema } from "~/domain/identity/identity.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { changeOwnEmail } from "~/server/own-account.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { email } = await requireStaffMember(args);
  const proofs = await askedProofs(args);
  return { proofs, email, title: (await translator(args.request))("factor:change_email") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.change_email",
    schema: changeEmailSchema,
    run: async ({ email }, { t }) => {
      await changeOwnEmail(args, email);
      const description = t("factor:email_sent_text", { email });
      const toast = { tone: "success", title: t("factor:email_sent"), description } as const;
      return { to: paths.settings("security"), toast };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Starts to change the email address of the signed-in user (AUTH-04). */
export default function ChangeEmail() {
  const { proofs, email, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "common"]);
  const [form, fields] = useForm({
    id: "change-email",
    lastResult: useReply(),

    ...bySchema(changeEmailSchema),
  });
  const labels = { ...useProofLabels(), email: t("new_email") };
  return (
    <AuthCard title={title} description={t("change_email_text", { email })}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        <ProofFields proofs={proofs} fields={fields} />
        <TextField field={fields.email} label={labels.email} type="email" autoComplete="email" />
        <FormActions>
          <ButtonLink to={paths.settings("security")} variant="secondary">
            {t("common:cancel")}
          </ButtonLink>
          {isTyped(proofs) && <SubmitButton>{t("change_email")}</SubmitButton>}
        </FormActions>
      </Form>
    </AuthCard>
  );
}
