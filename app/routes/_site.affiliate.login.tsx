import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailForm } from "~/components/auth/email-form";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { emailOnlySchema } from "~/domain/identity/identity.schema";
import { safePath } from "~/paths/landing";
import { requestLanguage, translator, siteContent } from "~/server/request-language.server";
import { sendSignInLink } from "~/server/authenticator.server";
import { countAttempt, consumeMailQuota } from "~/server/rate-limits.server";
import { currentUser } from "~/server/session.server";
import { siteMeta } from "~/server/site-page.server";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

const wantedBy = (request: Request) => safePath(new URL(request.url).searchParams.get("redirectTo"));

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser({ request, context });
  if (user?.affiliation) throw redirect(wantedBy(request) ?? paths.dashboard());
  const title = (await translator(request))("auth:affiliate.title");
  const description = siteContent(request, await requestLanguage(request)).descriptions.portal;
  return {
    sent: new URL(request.url).searchParams.has("sent"),
    meta: siteMeta(request, { title, description }),
  };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return runAction(args, {
    who: "anybody",
    schema: emailOnlySchema,
    run: async ({ email }) => {
      await countAttempt(args, "portal-link", email);
      if (await consumeMailQuota(args, "sign-in", email))
        await sendSignInLink(email, await requestLanguage(request), wantedBy(request));
      return { to: paths.affiliateSignIn("?sent") };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function AffiliateLogin() {
  const { sent } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard
      title={t("affiliate.title")}
      description={t("affiliate.text")}
      footer={<Link to={paths.signIn()}>{t("affiliate.back")}</Link>}
    >
      {sent && (
        <Alert tone="success" role="status" className="mb-4" title={t("affiliate.sent")}>
          {t("affiliate.sent_hint")}
        </Alert>
      )}
      <EmailForm lastResult={useReply()} submit={t("affiliate.submit")} />
    </AuthCard>
  );
}
