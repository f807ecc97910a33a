import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isTyped, ProofFields, useProofLabels } from "~/components/auth/proof-fields";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { changePasswordSchema, PASSWORD_MIN } from "~/domain/identity/identity.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { changeOwnPassword } from "~/server/own-password.server";
import { askedProofs } from "~/server/prove.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const proofs = await askedProofs(args);
  return { proofs, title: (await translator(args.request))("factor:change_password") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.change_password",
    schema: changePasswordSchema,
    run: async ({ new_password }, { t }) => {
      await changeOwnPassword(args, new_password);
      return {
        to: paths.settings("security"),
        toast: {
          tone: "success",
          title: t("auth:toast.password_saved"),
          description: t("auth:toast.password_saved_hint"),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Changes the password of the signed-in user (AUTH-04). */
export default function ChangePassword() {
  const { proofs, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "auth", "common"]);
  const back = paths.settings("security");
  const [form, fields] = useForm({
    id: "change-password",
    lastResult: useReply(),
    ...bySchema(changePasswordSchema),
  });
  const labels = { ...useProofLabels(), new_password: t("auth:new_password") };
  return (
    <AuthCard title={title} description={t("change_password_text")}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        <ProofFields proofs={proofs} fields={fields} />
        <PasswordField
          field={fields.new_password}
          label={labels.new_password}
          help={t("auth:password_help", { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
        <FormActions>
          <ButtonLink to={back} variant="secondary">
            {t("common:cancel")}
          </ButtonLink>
          {isTyped(proofs) && <SubmitButton>{t("change_password")}</SubmitButton>}
        </FormActions>
      </Form>
    </AuthCard>
  );
}
