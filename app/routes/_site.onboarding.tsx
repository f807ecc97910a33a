import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { errorText } from "~/i18n/error-text";
import { bySchema } from "~/components/forms/by-schema";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { Alert } from "~/components/ui/alert";
import { Link } from "~/components/ui/link";
import { createOrganization } from "~/domain/organizations/create-organization.server";
import { createOrganizationSchema } from "~/domain/organizations/organization.schema";
import { translator } from "~/server/request-language.server";
import { requireUser } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { redirect } from "~/server/redirect.server";
import { runAction } from "~/server/action.server";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const user = await requireUser({ request, context });
  if (user.membership) throw redirect(paths.leads());
  const isAffiliate = user.affiliation !== null;
  return { isAffiliate, title: (await translator(request))("site:onboarding.title") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "founder",
    schema: createOrganizationSchema,
    failed: "organization_failed",
    run: async (input, { inScope, t }) => {
      await inScope((scope, user) => createOrganization(scope, { userId: user.id }, input.organization_name));
      return {
        to: paths.pricing({ onboarding: "true" }),
        toast: {
          tone: "success",
          title: t("site:onboarding.success"),
          description: t("site:onboarding.created"),
        },
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function Onboarding() {
  const { isAffiliate } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["site", "errors", "factor"]);
  const lastResult = useReply();
  const [form, fields] = useForm({
    lastResult,
    ...bySchema(createOrganizationSchema),
  });
  return (
    <AuthCard
      title={t("onboarding.title")}
      description={t("onboarding.text")}
      footer={!isAffiliate && <Link to={paths.changeFactor("delete")}>{t("factor:delete.open")}</Link>}
    >
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
