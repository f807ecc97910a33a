import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailForm } from "~/components/auth/email-form";
import { AuthCard } from "~/components/shell/auth-card";
import { emailOnlySchema } from "~/domain/identity/identity.schema";
import { requestLink } from "~/domain/identity/request-link.server";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { database } from "~/web/app-context.server";
import { submit } from "~/web/submit.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

export async function loader({ request }: LoaderFunctionArgs) {
  return { title: (await translator(request))("auth:forgot.title") };
}

export async function action({ request }: ActionFunctionArgs) {
  const language = await requestLanguage(request);
  return submit(await formOf(request), emailOnlySchema, async ({ email }) => {
    await database().withIdentity((scope) =>
      requestLink(scope, { purpose: "reset", email, language, redirectTo: null }),
    );
    return redirect("/auth/check-mail?for=reset");
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Forgot() {
  const { t } = useTranslation("auth");
  return (
    <AuthCard
      title={t("forgot.title")}
      description={t("forgot.text")}
      footer={<Link to="/auth">{t("back_to_signin")}</Link>}
    >
      <EmailForm lastResult={useActionData<typeof action>()} submit={t("forgot.submit")} />
    </AuthCard>
  );
}
