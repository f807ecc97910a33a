import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { FormErrors } from "~/components/forms/form-errors";
import { PasswordField } from "~/components/forms/password-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { newPasswordSchema, PASSWORD_MIN } from "~/domain/identity/identity.schema";
import { inspectLink } from "~/domain/identity/inspect-link.server";
import { DomainError } from "~/domain/shared/errors";
import { translator } from "~/i18n/i18n.server";
import { hashPassword } from "~/platform/passwords.server";
import { database } from "~/web/app-context.server";
import { redeemAndSignIn } from "~/web/redeem.server";
import { statusOf, submit } from "~/web/submit.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";

// Where the links of the mails lead. Opening the page changes nothing, because mail scanners open links too; its button
// uses the link up.

type Status = { purpose: string; problem: string | null };

async function statusOfLink(secret: string): Promise<Status & { status: number }> {
  try {
    const { purpose } = await database().withIdentity((scope) => inspectLink(scope, secret));
    return { purpose, problem: null, status: 200 };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return {
      purpose: String(error.params["purpose"] ?? "sign-in"),
      problem: error.code,
      status: statusOf(error),
    };
  }
}

export async function loader({ request, params }: LoaderFunctionArgs) {
  const t = await translator(request);
  const { status, ...link } = await statusOfLink(params["token"] ?? "");
  return data({ ...link, title: t(`auth:link.${link.purpose}.title`) }, { status });
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const secret = params["token"] ?? "";
  const { purpose } = await statusOfLink(secret);
  const form = await formOf(request);
  if (purpose !== "reset")
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
  const { purpose, problem } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["auth", "errors"]);
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm<{ password: string }>({
    lastResult,
    ...(purpose === "reset" && {
      onValidate: ({ formData }: { formData: FormData }) =>
        parseWithZod(formData, { schema: newPasswordSchema }),
    }),
  });
  if (problem) {
    const again =
      purpose === "confirm" ? "/auth?tab=signup" : purpose === "reset" ? "/auth/forgot" : "/affiliate/login";
    return (
      <AuthCard title={t("link.problem")} description={t(`errors:${problem}`)}>
        <ButtonLink to={again} className="w-full">
          {t(purpose === "confirm" ? "link.sign_up_again" : "link.new_link")}
        </ButtonLink>
      </AuthCard>
    );
  }
  return (
    <AuthCard title={t(`link.${purpose}.title`)} description={t(`link.${purpose}.text`)}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} />
        {purpose === "reset" && (
          <PasswordField
            field={fields.password}
            label={t("new_password")}
            help={t("password_help", { min: PASSWORD_MIN })}
            autoComplete="new-password"
          />
        )}
        <SubmitButton pendingLabel={t("link.pending")}>
          {t(purpose === "reset" ? "link.reset.submit" : "link.continue")}
        </SubmitButton>
      </Form>
    </AuthCard>
  );
}
