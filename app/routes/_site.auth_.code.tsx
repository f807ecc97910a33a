import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "~/components/auth/code-form";
import { AuthCard } from "~/components/shell/auth-card";
import { Link } from "~/components/ui/link";
import { secondStepSchema } from "~/domain/identity/identity.schema";
import { readFactor } from "~/domain/identity/second-factor.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { database } from "~/server/app-context.server";
import { signInWithFactor } from "~/server/factor-sign-in.server";
import { readPending } from "~/server/pending-sign-in.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

/**
 * Asks for the second factor. There is no session yet: a cookie holds what is known so far (pending-sign-in.server.ts).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const pending = await readPending(request);
  if (!pending) throw redirect(paths.signIn());
  const { app, passkeys } = await database().withIdentity((scope) => readFactor(scope, pending.userId));
  const hasApp = app?.isConfirmed ?? false;
  const isRecovery = !hasApp || new URL(request.url).searchParams.get("with") === "recovery";
  return {
    isRecovery,
    hasApp,
    hasPasskey: passkeys.length > 0,
    title: (await translator(request))("auth:code.title"),
  };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "anybody",
    schema: secondStepSchema,
    run: async (given) => {
      const pending = await readPending(args.request);
      if (!pending) throw new DomainError("factor_ended");
      return signInWithFactor(args, pending, given);
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Code() {
  const { isRecovery, ...ways } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  const text = ways.hasPasskey ? "passkey_text" : isRecovery ? "recovery_text" : "text";
  return (
    <AuthCard
      title={t("code.title")}
      description={t(`code.${text}`)}
      footer={<Link to={paths.signIn()}>{t("back_to_signin")}</Link>}
    >
      <CodeForm key={String(isRecovery)} isRecovery={isRecovery} {...ways} lastResult={useReply()} />
    </AuthCard>
  );
}
