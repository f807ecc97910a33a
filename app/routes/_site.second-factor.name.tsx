import { useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { AccountForm } from "~/components/auth/account-form";
import { bySchema } from "~/components/forms/by-schema";
import { TextField } from "~/components/forms/text-field";
import { AuthCard } from "~/components/shell/auth-card";
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
      return { to: paths.settings("account"), toast };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { headers } from "~/server/retry-after.server";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Changes the name of the signed-in user (AUTH-04). */
export default function ChangeName() {
  const { name, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation("factor");
  const [form, fields] = useForm({
    id: "change-name",
    lastResult: useReply(),
    defaultValue: { name },
    ...bySchema(changeNameSchema),
  });
  const label = t("name");
  return (
    <AuthCard title={title} description={t("change_name_text")}>
      <AccountForm form={form} fields={fields} labels={{ name: label }} submit={t("change_name")}>
        <TextField field={fields.name} label={label} autoComplete="name" />
      </AccountForm>
    </AuthCard>
  );
}
