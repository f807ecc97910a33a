import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLocation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, RouteDialog } from "~/components/ui/route-dialog";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { redirectWithToast } from "~/web/flash.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { submit } from "~/web/submit.server";
import { pageTitle } from "~/web/page-title";
import { formOf } from "~/web/form.server";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("affiliates:new.title") };
}

export async function action({ request, context }: ActionFunctionArgs) {
  await requireMember({ request, context });
  const t = await translator(request);
  const language = await requestLanguage(request);
  return submit(await formOf(request), addAffiliateSchema, async (input) => {
    await staffScope({ request, context }, (scope) => addAffiliate(scope, input, language));
    return redirectWithToast("/affiliates", {
      tone: "success",
      title: t("affiliates:toast.added"),
      description: t("affiliates:toast.invited", { email: input.email }),
    });
  });
}

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function AddAffiliate() {
  const { t } = useTranslation("affiliates");
  const list = `/affiliates${useLocation().search}`;
  const lastResult = useActionData<typeof action>();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addAffiliateSchema }),
    shouldRevalidate: "onInput",
  });
  const labels = { name: t("new.name"), email: t("new.email") };
  return (
    <RouteDialog title={t("new.title")} description={t("new.text")} closeTo={list} size="sm">
      <Form method="post" {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        <TextField field={fields.name} label={labels.name} autoComplete="off" />
        <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />
        <FormActions>
          <DialogCancel to={list} />
          <SubmitButton pendingLabel={t("new.pending")}>{t("new.submit")}</SubmitButton>
        </FormActions>
      </Form>
    </RouteDialog>
  );
}
