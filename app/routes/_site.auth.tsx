import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SignInForm } from "~/components/auth/sign-in-form";
import { SignUpForm } from "~/components/auth/sign-up-form";
import { AuthCard } from "~/components/shell/auth-card";
import { TabsNav } from "~/components/ui/tabs-nav";
import { signInSchema, signUpSchema } from "~/domain/identity/identity.schema";
import { landingOf, safePath } from "~/domain/identity/landing";
import { signUp } from "~/domain/identity/sign-up.server";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { hashPassword } from "~/platform/passwords.server";
import { database } from "~/web/app-context.server";
import { signInWithPassword } from "~/web/password-sign-in.server";
import { redirectWithToast } from "~/web/flash.server";
import { currentUser, type Call } from "~/web/session.server";
import { submit } from "~/web/submit.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

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
  return { ...here, title: t(`auth:${here.tab}.title`) };
}

export async function action({ request, context }: ActionFunctionArgs) {
  const { tab, redirectTo } = place(request);
  const form = await formOf(request);
  return tab === "signup" ? register(request, form) : enter({ request, context }, form, redirectTo);
}

function register(request: Request, form: FormData) {
  return submit(form, signUpSchema, async ({ name, email, password }) => {
    const passwordHash = await hashPassword(password);
    const language = await requestLanguage(request);
    await database().withIdentity((scope) => signUp(scope, { name, email, passwordHash, language }));
    const t = await translator(request);
    return redirectWithToast(`/auth/check-mail?${new URLSearchParams({ for: "confirm" })}`, {
      tone: "success",
      title: t("auth:signup.success"),
    });
  });
}

function enter(call: Call, form: FormData, redirectTo: string | null) {
  return submit(form, signInSchema, (credentials) => signInWithPassword(call, credentials, redirectTo));
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Auth() {
  const { tab, redirectTo } = useLoaderData<typeof loader>();
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
      footer={<Link to="/affiliate/login">{t("to_affiliate_login")}</Link>}
    >
      {tab === "signup" ? <SignUpForm /> : <SignInForm redirectTo={redirectTo} />}
    </AuthCard>
  );
}
