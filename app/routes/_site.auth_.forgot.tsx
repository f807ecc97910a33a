import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { EmailForm } from "~/components/auth/email-form";
import { AuthCard } from "~/components/shell/auth-card";
import { emailOnlySchema } from "~/domain/identity/identity.schema";
import { requestLink } from "~/domain/identity/request-link.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { pageTitle } from "~/browser/page-title";
import { countAttempt, consumeMailQuota } from "~/server/rate-limits.server";
import { runAction } from "~/server/action.server";
import { useReply } from "~/browser/use-reply";
import { Link } from "~/components/ui/link";
import { safePath } from "~/paths/landing";
import { paths } from "~/paths/paths";

/** Returns the page requested before the sign-in; the link of the email leads there. */
const wantedBy = (request: Request) => safePath(new URL(request.url).searchParams.get("redirectTo"));

export async function loader({ request }: LoaderFunctionArgs) {
  return { redirectTo: wantedBy(request), title: (await translator(request))("auth:forgot.title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    schema: emailOnlySchema,
    run: async ({ email }, { inScope }) => {
      await countAttempt(args, "forgot", email);
      const language = await requestLanguage(args.request);
      const redirectTo = wantedBy(args.request);
      if (await consumeMailQuota(args, "reset", email))
        await inScope((scope) => requestLink(scope, { purpose: "reset", email, language, redirectTo }));
      return { to: paths.checkMail("reset") };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Forgot() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard
      title={t("forgot.title")}
      description={t("forgot.text")}
      footer={<Link to={redirectTo ? paths.signIn({ redirectTo }) : paths.signIn()}>{t("back_to_signin")}</Link>}
    >
      <EmailForm lastResult={useReply()} submit={t("forgot.submit")} />
    </AuthCard>
  );
}
