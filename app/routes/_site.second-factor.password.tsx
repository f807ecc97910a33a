import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccountForm } from "~/components/auth/account-form";
import { bySchema } from "~/components/forms/by-schema";
import { PasswordField } from "~/components/forms/password-field";
import { AuthCard } from "~/components/shell/auth-card";
import { changePasswordSchema, PASSWORD_MIN } from "~/domain/identity/identity.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { changeOwnPassword } from "~/server/own-account.server";
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
        to: paths.settings("account"),
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
  const { t } = useTranslation(["factor", "auth"]);
  const [form, fields] = useForm({
    id: "change-password",
    lastResult: useReply(),
    ...bySchema(changePasswordSchema),
  });
  const label = t("auth:new_password");
  return (
    <AuthCard title={title} description={t("change_password_text")}>
      <AccountForm
        form={form}
        fields={fields}
        labels={{ new_password: label }}
        proofs={proofs}
        submit={t("change_password")}
      >
        <PasswordField
          field={fields.new_password}
          label={label}
          help={t("auth:password_help", { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
      </AccountForm>
    </AuthCard>
  );
}
