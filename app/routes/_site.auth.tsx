import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SignInForm } from "~/components/auth/sign-in-form";
import { SignUpForm } from "~/components/auth/sign-up-form";
import { AuthCard } from "~/components/shell/auth-card";
import { Link } from "~/components/ui/link";
import { TabsNav } from "~/components/ui/tabs-nav";
import { signInSchema, signUpSchema } from "~/domain/identity/identity.schema";
import { landingOf, safePath } from "~/paths/landing";
import { signUp } from "~/domain/identity/sign-up.server";
import { requestLanguage, translator, siteContent } from "~/server/request-language.server";
import { hashNewPassword } from "~/server/new-password.server";
import { countAttempt, consumeMailQuota } from "~/server/rate-limits.server";
import { passkeySite } from "~/server/passkey.server";
import { signInWithPassword } from "~/server/password-sign-in.server";
import { storePendingSignUp, pendingSignUp } from "~/server/pending-sign-up.server";
import { storeSignUpBrowser } from "~/server/sign-up-browser.server";
import { currentUser } from "~/server/session.server";
import { siteMeta } from "~/server/site-page.server";
import { redirect } from "~/server/redirect.server";
import type { z } from "zod";
import { runAction, type Acting } from "~/server/action.server";
import { paths } from "~/paths/paths";

function place(request: Request) {
  const { searchParams } = new URL(request.url);
  return {
    tab: searchParams.get("tab") === "signup" ? ("signup" as const) : ("signin" as const),
    redirectTo: safePath(searchParams.get("redirectTo")),
  };
}

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await currentUser({ request, context });
  const here = place(request);
  if (user) throw redirect(landingOf(user, here.redirectTo));
  const t = await translator(request);
  // A user who comes back to correct the address finds their earlier input.
  const pending = here.tab === "signup" ? await pendingSignUp(request) : null;
  const typed = pending && { name: pending.name, email: pending.email };
  const title = t(`auth:${here.tab}.title`);
  const description = siteContent(request, await requestLanguage(request)).descriptions.signIn;
  const meta = siteMeta(request, { title, description });
  return { ...here, typed, hasPasskeys: passkeySite() !== null, meta };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  const { tab, redirectTo } = place(request);
  if (tab === "signup") return runAction(args, { who: "anybody", schema: signUpSchema, run: register(args) });
  return runAction(args, {
    who: "anybody",
    schema: signInSchema,
    run: (credentials) => signInWithPassword(args, credentials, redirectTo),
  });
}

const register =
  (args: ActionFunctionArgs) =>
  async ({ name, email, password }: z.output<typeof signUpSchema>, { inScope, t }: Acting<"anybody">) => {
    await countAttempt(args, "sign-up", email);
    const passwordHash = await hashNewPassword(password, { name, email });
    const language = await requestLanguage(args.request);
    const isMailed = await consumeMailQuota(args, "confirm", email);
    const { browser, headers } = await storeSignUpBrowser(args.request);
    const id = await inScope((scope) => signUp(scope, { name, email, passwordHash, language, browser, isMailed }));
    headers.append("Set-Cookie", await storePendingSignUp({ id, name, email }));
    return {
      headers,
      to: paths.checkMail("confirm"),
      toast: { tone: "success" as const, title: t("auth:signup.success") },
    };
  };

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => data?.meta ?? [];

export default function Auth() {
  const { tab, redirectTo, typed, hasPasskeys } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  return (
    <AuthCard
      title={t(`${tab}.title`)}
      tabs={
        <TabsNav
          label={t("tabs")}
          current={tab}
          items={[
            { value: "signin", label: t("signin.tab") },
            { value: "signup", label: t("signup.tab") },
          ]}
        />
      }
      footer={<Link to={paths.affiliateSignIn()}>{t("to_affiliate_login")}</Link>}
    >
      {tab === "signup" ? (
        <SignUpForm typed={typed} />
      ) : (
        <SignInForm redirectTo={redirectTo} hasPasskeys={hasPasskeys} />
      )}
    </AuthCard>
  );
}
