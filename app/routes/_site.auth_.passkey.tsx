import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { PasskeySignIn } from "~/components/auth/passkey-sign-in";
import { FormErrors } from "~/components/forms/form-errors";
import { AuthCard } from "~/components/shell/auth-card";
import { Link } from "~/components/ui/link";
import { passkeySchema } from "~/domain/identity/identity.schema";
import { landingOf, safePath } from "~/paths/landing";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { signInWithPasskey } from "~/server/factor-sign-in.server";
import { redirect } from "~/server/redirect.server";
import { currentUser } from "~/server/session.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

const wantedIn = (request: Request) => safePath(new URL(request.url).searchParams.get("redirectTo"));

/** Signs in with a passkey alone. The sign-in page sends its form here, and this page shows errors. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  const redirectTo = wantedIn(request);
  const user = await currentUser({ request, context });
  if (user) throw redirect(landingOf(user, redirectTo));
  return { redirectTo, title: (await translator(request))("factor:sign_in") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    schema: passkeySchema,
    run: ({ passkey }) => signInWithPasskey(args, passkey, wantedIn(args.request)),
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Passkey() {
  const { redirectTo } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "auth"]);
  const [form] = useForm({ id: "passkey", lastResult: useReply() });
  return (
    <AuthCard
      title={t("sign_in")}
      description={t("sign_in_text")}
      footer={<Link to={paths.signIn(redirectTo ? { redirectTo } : "")}>{t("auth:back_to_signin")}</Link>}
    >
      <div className="grid gap-4">
        <FormErrors form={form} title={t("auth:error")} />
        <PasskeySignIn redirectTo={redirectTo} variant="primary" />
      </div>
    </AuthCard>
  );
}
