import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailForm } from "~/components/auth/email-form";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { emailOnlySchema } from "~/domain/identity/identity.schema";
import { safePath } from "~/domain/identity/landing";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { sendSignInLink } from "~/web/authenticator.server";
import { currentUser } from "~/web/session.server";
import { submit } from "~/web/submit.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser({ request, context });
  if (user?.affiliation) throw redirect("/affiliate/dashboard");
  return {
    sent: new URL(request.url).searchParams.has("sent"),
    title: (await translator(request))("auth:affiliate.title"),
  };
}

export async function action({ request }: ActionFunctionArgs) {
  const language = await requestLanguage(request);
  const redirectTo = safePath(new URL(request.url).searchParams.get("redirectTo"));
  return submit(await formOf(request), emailOnlySchema, async ({ email }) => {
    await sendSignInLink(email, language, redirectTo);
    return redirect("/affiliate/login?sent");
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function AffiliateLogin() {
  const { sent } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard
      title={t("affiliate.title")}
      description={t("affiliate.text")}
      footer={<Link to="/auth">{t("affiliate.back")}</Link>}
    >
      {sent && (
        <Alert tone="success" role="status" className="mb-4" title={t("affiliate.sent")}>
          {t("affiliate.sent_hint")}
        </Alert>
      )}
      <EmailForm lastResult={useActionData<typeof action>()} submit={t("affiliate.submit")} />
    </AuthCard>
  );
}
