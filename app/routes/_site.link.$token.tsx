import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { LinkForm } from "~/components/auth/link-form";
import { LinkProblem } from "~/components/auth/link-problem";
import { AuthCard } from "~/components/shell/auth-card";
import { newPasswordSchema } from "~/domain/identity/identity.schema";
import { inspectLink } from "~/domain/identity/inspect-link.server";
import { homeOf } from "~/domain/identity/landing";
import type { LinkPurpose } from "~/domain/identity/one-time-link";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/i18n/i18n.server";
import { hashPassword } from "~/platform/passwords.server";
import { database } from "~/web/app-context.server";
import { formOf } from "~/web/form.server";
import { pageTitle } from "~/web/page-title";
import { redeemAndSignIn } from "~/web/redeem.server";
import { currentUser } from "~/web/session.server";
import { statusOf, submit } from "~/web/submit.server";

// Where the links of the mails lead. Opening the page changes nothing, because mail scanners open links too; its button
// uses the link up.

type Status = { purpose: LinkPurpose; status: number } & (
  { problem: null; email: string } | { problem: string; email: null }
);

async function statusOfLink(secret: string): Promise<Status> {
  try {
    const { purpose, email } = await database().withIdentity((scope) => inspectLink(scope, secret));
    return { purpose, email, problem: null, status: 200 };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    const purpose = (error.params["purpose"] ?? "sign-in") as LinkPurpose;
    return { purpose, email: null, problem: error.code, status: statusOf(error) };
  }
}

export async function loader(call: LoaderFunctionArgs) {
  const t = await translator(call.request);
  const { status, ...link } = await statusOfLink(call.params["token"] ?? "");
  const user = await currentUser(call);
  const home = user && homeOf(user);
  const other = user && home && user.email !== link.email ? { email: user.email, home } : null;
  return data({ ...link, home, other, title: t(`auth:link.${link.purpose}.title`) }, { status });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const secret = params["token"] ?? "";
  const { purpose, problem } = await statusOfLink(secret);
  const form = await formOf(request);
  // What has ended is refused without the work of hashing a password.
  if (purpose !== "reset" || problem)
    return submit(form, z.object({}), () => redeemAndSignIn({ request, context }, secret));
  return submit(form, newPasswordSchema, async ({ password }) =>
    redeemAndSignIn({ request, context }, secret, await hashPassword(password)),
  );
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function OneTimeLink() {
  const { purpose, problem, email, home, other } = useLoaderData<typeof loader>();
  const { t } = useTranslation("auth");
  const lastResult = useActionData<typeof action>();
  if (problem !== null) return <LinkProblem purpose={purpose} problem={problem} home={home} />;
  return (
    <AuthCard title={t(`link.${purpose}.title`)} description={t(`link.${purpose}.text`)}>
      <LinkForm purpose={purpose} email={email} other={other} lastResult={lastResult} />
    </AuthCard>
  );
}
