import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useTranslation } from "react-i18next";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema } from "~/domain/affiliates/affiliate.schema";
import { inviteByHandIfNew } from "~/domain/affiliates/invite-by-hand.server";
import { requestLanguage, translator } from "~/i18n/i18n.server";
import { requireActingMember } from "~/web/acting-member.server";
import { submitOrFault } from "~/web/faults.server";
import { redirectWithToast } from "~/web/flash.server";
import { formOf } from "~/web/form.server";
import { keepHandedLink } from "~/web/handed-link.server";
import { requireMember, staffScope } from "~/web/open-scope.server";
import { pageTitle } from "~/web/page-title";
import { useReply } from "~/web/use-reply";

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("affiliates:new.title") };
}

export async function action(call: ActionFunctionArgs) {
  const { request } = call;
  await requireActingMember(call);
  const t = await translator(request);
  const language = await requestLanguage(request);
  return submitOrFault(call, await formOf(request), addAffiliateSchema, "affiliate_failed", async (input) => {
    const { id, headers } = await staffScope(call, async (scope, user) => {
      const id = await addAffiliate(scope, input, language);
      // The message that opens next holds a link at once, if staff may hold one.
      const link = await inviteByHandIfNew(scope, id);
      const kept = link && { ...link, by: user.id, at: scope.now.getTime() };
      return { id, headers: kept ? await keepHandedLink(request, kept) : new Headers() };
    });
    const toast = {
      tone: "success" as const,
      title: t("affiliates:toast.added"),
      description: t("affiliates:toast.invited", { email: input.email }),
    };
    return redirectWithToast(`/affiliates/${id}/invitation${new URL(request.url).search}`, toast, headers);
  });
}

export { keepingClientAction as clientAction } from "~/web/form-action";

export { shouldRevalidate } from "~/web/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function AddAffiliate() {
  const { t } = useTranslation("affiliates");
  const list = `/affiliates${useAddress().search}`;
  const lastResult = useReply();
  const [form, fields] = useForm({
    lastResult,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: addAffiliateSchema }),
    shouldRevalidate: "onInput",
  });
  const labels = { name: t("new.name"), email: t("new.email") };
  return (
    <RouteDialog title={t("new.title")} description={t("new.text")} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        <TextField field={fields.name} label={labels.name} autoComplete="off" />
        <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />
        <FormActions>
          <DialogCancel to={list} />
          <SubmitButton pendingLabel={t("new.pending")}>{t("new.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
