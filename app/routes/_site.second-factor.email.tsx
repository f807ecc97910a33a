import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccountForm } from "~/components/auth/account-form";
import { bySchema } from "~/components/forms/by-schema";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
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
      return { to: paths.settings("account"), toast };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Starts to change the email address of the signed-in user (AUTH-04). */
export default function ChangeEmail() {
  const { proofs, email, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  const [form, fields] = useForm({
    id: "change-email",
    lastResult: useReply(),
    ...bySchema(changeEmailSchema),
  });
  const label = t("new_email");
  return (
    <AuthCard title={title} description={t("change_email_text", { email })}>
      <AccountForm form={form} fields={fields} labels={{ email: label }} proofs={proofs} submit={t("change_email")}>
        <TextField field={fields.email} label={label} type="email" autoComplete="email" />
      </AccountForm>
    </AuthCard>
  );
}
