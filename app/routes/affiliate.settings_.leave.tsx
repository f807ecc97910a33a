import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ErasedItems } from "~/components/erasing/erased-items";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { Alert } from "~/components/ui/alert";
import { ButtonLink } from "~/components/ui/button";
import { Card } from "~/components/ui/card";
import { PageHeader } from "~/components/ui/page-header";
import { readOwnAffiliate } from "~/domain/affiliates/read-own-affiliate.server";
import { erasePersonSchema } from "~/domain/shared/erase.schema";
import { translator } from "~/server/request-language.server";
import { runAction } from "~/server/action.server";
import { affiliateScope, requireAffiliate } from "~/server/open-scope.server";
import { belongsElsewhere, leaveOwnPortal, mayLeavePortal } from "~/server/own-account.server";
import { redirect } from "~/server/redirect.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { paths } from "~/paths/paths";

export async function loader(args: LoaderFunctionArgs) {
  const user = await requireAffiliate(args);
  if (!(await mayLeavePortal(args, user))) throw redirect(paths.ownSettings());
  const { name, organization } = await affiliateScope(args, async (scope) => ({
    name: (await readOwnAffiliate(scope))?.name ?? user.name,
    organization: (await scope.organization()).name,
  }));
  const isElsewhere = belongsElsewhere(user);
  const title = (await translator(args.request))(isElsewhere ? "portal:leave.end" : "factor:delete.title");
  return { name, organization, belongsElsewhere: isElsewhere, title };
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "affiliate",
    schema: erasePersonSchema,
    run: async ({ name }, { t }) => {
      const { headers, isGone, organization } = await leaveOwnPortal(args, name);
      const title = isGone ? t("factor:delete.done") : t("portal:leave.ended", { organization });
      return { to: paths.home(), toast: { tone: "success", title }, headers };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Ends an affiliate's access to this portal, and deletes their account if it opens nothing else (WORK-13, OPS-05). */
export default function LeavePortal() {
  const { name, organization, belongsElsewhere, title } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["portal", "affiliates", "common", "factor"]);
  const [form, fields] = useForm({
    id: "leave-portal",
    lastResult: useReply(),
    ...bySchema(erasePersonSchema),
  });
  return (
    <div className="max-w-3xl space-y-6">
      <PageHeader title={title} />
      <Card>
        <Form method="post" {...getFormProps(form)} className="grid gap-4">
          <FormErrors form={form} labels={{ name: t("factor:name") }} />
          <ErasedItems
            headingLevel={2}
            title={t("factor:delete.ends")}
            items={[
              t("factor:delete.ends_portal", { organization }),
              belongsElsewhere ? t("leave.elsewhere") : t("factor:delete.ends_account"),
            ]}
          />
          <ErasedItems
            headingLevel={2}
            title={t("factor:delete.stays")}
            items={[t("leave.stays", { organization }), t("leave.owed", { organization })]}
          />
          <Alert tone="warning">{t("leave.final", { organization })}</Alert>
          <TextField
            field={fields.name}
            label={t("affiliates:erase.type", { name })}
            autoComplete="off"
            spellCheck={false}
          />
          <FormActions>
            <ButtonLink to={paths.ownSettings()} variant="secondary">
              {t("common:cancel")}
            </ButtonLink>
            <SubmitButton variant="danger" pendingLabel={t("affiliates:erase.pending")}>
              {title}
            </SubmitButton>
          </FormActions>
        </Form>
      </Card>
    </div>
  );
}
