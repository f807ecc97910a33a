import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { errorText } from "~/components/forms/error-text";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { createOrganizationSchema } from "~/domain/organizations/organization.schema";
import { translator } from "~/i18n/i18n.server";
import { submitOrFault } from "~/web/faults.server";
import { redirectWithToast } from "~/web/flash.server";
import { foundingScope, requireUser } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";
import { redirect } from "~/web/redirect.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser({ request, context });
  if (user.membership) throw redirect("/leads");
  return { title: (await translator(request))("site:onboarding.title") };
}

export async function action(call: ActionFunctionArgs) {
  const { request } = call;
  const user = await requireUser(call);
  if (user.membership) throw redirect("/leads");
  const t = await translator(request);
  const form = await formOf(request);
  return submitOrFault(call, form, createOrganizationSchema, "organization_failed", async (input) => {
    await foundingScope(user, (scope) =>
      createOrganization(scope, { userId: user.id }, input.organization_name),
    );
    return redirectWithToast("/pricing?onboarding=true", {
      tone: "success",
      title: t("site:onboarding.success"),
      description: t("site:onboarding.created"),
    });
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Onboarding() {
  const { t } = useTranslation(["site", "errors"]);
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: createOrganizationSchema }),
    shouldRevalidate: "onInput",
  });
  return (
    <AuthCard title={t("onboarding.title")} description={t("onboarding.text")}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        {form.errors && (
          <Alert tone="danger" role="alert" title={t("errors:failed")}>
            {form.errors.map((error) => (
              <p key={error}>{errorText(t, `errors:${error}`)}</p>
            ))}
          </Alert>
        )}
        <TextField
          field={fields.organization_name}
          label={t("onboarding.organization_name")}
          autoComplete="organization"
          autoFocus
        />
        <SubmitButton pendingLabel={t("onboarding.creating")}>{t("onboarding.create")}</SubmitButton>
      </Form>
    </AuthCard>
  );
}
