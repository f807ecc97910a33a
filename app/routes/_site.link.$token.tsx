import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { LinkForm } from "~/components/auth/link-form";
import { LinkProblem } from "~/components/auth/link-problem";
import { AuthCard } from "~/components/shell/auth-card";
import { newPasswordSchema } from "~/domain/identity/identity.schema";
import { inspectLink } from "~/domain/identity/inspect-link.server";
import { homeOf } from "~/paths/landing";
import type { LinkPurpose } from "~/domain/identity/one-time-link";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { hashNewPassword } from "~/server/new-password.server";
import { database } from "~/server/app-context.server";
import { knownOfLink } from "~/server/known-of.server";
import { redeemAndSignIn } from "~/server/redeem.server";
import { signUpBrowser } from "~/server/sign-up-browser.server";
import { currentUser } from "~/server/session.server";
import { statusOf } from "~/server/form-reply.server";
import { runAction } from "~/server/action.server";
import { useReply } from "~/browser/use-reply";
import { pageTitle } from "~/browser/page-title";

// The page that links in emails open. Opening it changes nothing, because mail scanners open links too. Its button
// redeems the link.

type Status = { purpose: LinkPurpose; status: number; userId?: string } & (
  | { problem: null; email: string; needsPassword: boolean }
  | { problem: string; email: null; needsPassword: false }
);

async function statusOfLink({ request, params }: LoaderFunctionArgs): Promise<Status> {
  const browser = await signUpBrowser(request);
  const secret = params["token"] ?? "";
  try {
    const { purpose, email, needsPassword, userId } = await database().withIdentity((scope) =>
      inspectLink(scope, secret, browser),
    );
    return { purpose, email, needsPassword, problem: null, status: 200, ...(userId && { userId }) };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const purpose = (error.params["purpose"] ?? "sign-in") as LinkPurpose;
    return { purpose, email: null, needsPassword: false, problem: error.code, status: statusOf(error) };
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { status, userId, ...link } = await statusOfLink(args);
  const user = await currentUser(args);
  const home = user && homeOf(user);
  // The user may have another address after redeeming the link.
  const isOther = userId ? user?.id !== userId : user?.email !== link.email;
  const other = user && home && isOther ? { email: user.email, home } : null;
  return data({ ...link, home, other, title: t(`auth:link.${link.purpose}.title`) }, { status });
}

export async function action(args: ActionFunctionArgs) {
  const secret = args.params["token"] ?? "";
  return runAction(args, {
    who: "anybody",
    schema: async (): Promise<z.ZodType<{ password?: string }>> => {
      // An expired link needs none: it is rejected before a password is hashed, which is slow.
      return (await statusOfLink(args)).needsPassword ? newPasswordSchema : z.object({});
    },
    run: async ({ password }) =>
      redeemAndSignIn(
        args,
        secret,
        password === undefined ? undefined : await hashNewPassword(password, await knownOfLink(secret)),
      ),
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function OneTimeLink() {
  const { purpose, problem, email, needsPassword, home, other } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  const lastResult = useReply();
  if (problem !== null) return <LinkProblem purpose={purpose} problem={problem} home={home} />;
  return (
    <AuthCard
      title={t(`link.${purpose}.title`)}
      description={t(purpose === "confirm" && needsPassword ? "link.confirm.text_elsewhere" : `link.${purpose}.text`)}
    >
      <LinkForm email={email} needsPassword={needsPassword} other={other} lastResult={lastResult} />
    </AuthCard>
  );
}
