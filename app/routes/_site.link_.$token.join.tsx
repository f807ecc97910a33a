import { getFormProps, useForm } from "@conform-to/react";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { z } from "zod";
import { bySchema } from "~/components/forms/by-schema";
import { FormErrors } from "~/components/forms/form-errors";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { PASSWORD_MIN } from "~/domain/identity/identity.schema";
import { joinSchemas } from "~/domain/members/member.schema";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { statusOf } from "~/server/form-reply.server";
import { joinAndSignIn, openInvitation, type ShownInvitation } from "~/server/join.server";
import { currentUser } from "~/server/session.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { homeOf } from "~/paths/landing";
import { paths } from "~/paths/paths";
import "~/components/settings/settings-texts";

// The page of an invitation link to an organization. Opening it changes nothing, because mail scanners open links too.
// Its button redeems the link.

type Chosen = { name?: string | undefined; password?: string | undefined };

async function shown(
  secret: string,
): Promise<
  | { invitation: Omit<ShownInvitation, "orgId">; problem: null; status: 200 }
  | { invitation: null; problem: string; status: number }
> {
  try {
    const { orgId: _orgId, ...invitation } = await openInvitation(secret);
    return { invitation, problem: null, status: 200 };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { invitation: null, problem: error.code, status: statusOf(error) };
  }
}

export async function loader(args: LoaderFunctionArgs) {
  const t = await translator(args.request);
  const { status, ...page } = await shown(args.params["token"] ?? "");
  const user = await currentUser(args);
  const home = user && homeOf(user);
  const isOther = user && page.invitation && user.email !== page.invitation.email;
  const other = isOther ? { email: user.email, home: homeOf(user) } : null;
  return data({ ...page, home, other, title: t("members:join.title") }, { status });
}

export async function action(args: ActionFunctionArgs) {
  const secret = args.params["token"] ?? "";
  return runAction(args, {
    who: "anybody",
    // An invalid link is rejected before a password is hashed, which is slow.
    schema: async (): Promise<z.ZodType<Chosen>> => joinSchemas[(await openInvitation(secret)).account],
    run: async (chosen) => joinAndSignIn(args, secret, chosen),
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
  ...pageTitle(data?.title),
  { name: "robots", content: "noindex" },
];

export default function Join() {
  const { invitation, problem, home, other, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["members", "auth", "errors"]);
  if (!invitation) {
    return (
      <AuthCard title={t("join.problem")} description={t(`errors:${problem}`)}>
        <div className="grid gap-4">
          <p>
            {t("join.ask")} {problem === "link_unknown" && t("join.earlier")}
          </p>
          <ButtonLink to={home ?? paths.signIn()} className="w-full">
            {t(home ? "auth:link.go_on" : "auth:link.sign_in")}
          </ButtonLink>
        </div>
      </AuthCard>
    );
  }
  const { role, organization } = invitation;
  return (
    <AuthCard
      title={title}
      description={<span className="wrap-anywhere">{t(`join.text_${role}`, { organization })}</span>}
    >
      <JoinForm invitation={invitation} other={other} />
    </AuthCard>
  );
}

type JoinFormProps = {
  invitation: Pick<ShownInvitation, "email" | "account" | "organization">;
  /** Another user who is signed in in this browser. */
  other: { email: string; home: string } | null;
};

function JoinForm({ invitation: { email, account, organization }, other }: JoinFormProps) {
  const { t } = useTranslation(["members", "auth"]);
  const schema: z.ZodType<Chosen> = joinSchemas[account];
  const [form, fields] = useForm<Chosen>({
    lastResult: useReply(),
    ...bySchema(schema),
  });
  return (
    <Form method="post" {...getFormProps(form)} className="grid gap-4">
      <FormErrors form={form} />
      <dl>
        <dt className="text-muted">{t("auth:link.account")}</dt>
        <dd className="font-medium wrap-anywhere">{email}</dd>
      </dl>
      {other && (
        <Alert
          tone="warning"
          title={<span className="wrap-anywhere">{t("auth:link.other_title", { current: other.email })}</span>}
        >
          <p className="wrap-anywhere">{t("auth:link.other_text", { email })}</p>
        </Alert>
      )}
      <p>{t(`join.${account}`)}</p>
      {account === "none" && <TextField field={fields.name} label={t("auth:name")} autoComplete="name" />}
      {account !== "complete" && (
        <PasswordField
          field={fields.password}
          label={t("auth:password")}
          help={t("auth:password_help", { min: PASSWORD_MIN })}
          autoComplete="new-password"
        />
      )}
      <SubmitButton pendingLabel={t("auth:link.pending")} className="wrap-anywhere">
        {t("join.submit", { organization })}
      </SubmitButton>
      {other && (
        <ButtonLink variant="secondary" to={other.home}>
          {t("auth:link.stay")}
        </ButtonLink>
      )}
    </Form>
  );
}
