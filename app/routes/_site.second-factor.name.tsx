import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
import { ButtonLink } from "~/components/ui/button";
import { changeNameSchema } from "~/domain/identity/identity.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { changeOwnName } from "~/server/own-account.server";
import { requireStaffMember } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const { name } = await requireStaffMember(args);
  return { name, title: (await translator(args.request))("factor:change_name") };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "account",
    does: "account.change_name",
    schema: changeNameSchema,
    run: async ({ name }, { t }) => {
      await changeOwnName(args, name);
      const toast = { tone: "success", title: t("factor:name_saved") } as const;
      return { to: paths.settings("security"), toast };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Changes the name of the signed-in user (AUTH-04). */
export default function ChangeName() {
  const { name, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["factor", "common"]);
  const [form, fields] = useForm({
    id: "change-name",
    lastResult: useReply(),
    defaultValue: { name },
    ...bySchema(changeNameSchema),
  });
  const labels = { name: t("name") };
  return (
    <AuthCard title={title} description={t("change_name_text")}>
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        <TextField field={fields.name} label={labels.name} autoComplete="name" />
        <FormActions>
          <ButtonLink to={paths.settings("security")} variant="secondary">
            {t("common:cancel")}
          </ButtonLink>
          <SubmitButton>{t("change_name")}</SubmitButton>
        </FormActions>
      </Form>
    </AuthCard>
  );
}
