import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Children, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { languageNames } from "~/components/shell/language-switch";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { useAddress } from "~/components/ui/use-address";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema, type NewAffiliateField } from "~/domain/affiliates/affiliate.schema";
import { inviteByHandIfNew } from "~/domain/affiliates/create-manual-invitation.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { languages } from "~/i18n/languages";
import { storeManualLink } from "~/server/handed-link.server";
import { requireMember } from "~/server/open-scope.server";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** A new affiliate, and the language of their emails if the form names one. */
const newAffiliateSchema = addAffiliateSchema.and(
  z.object({ language: z.enum(languages).optional().catch(undefined) }),
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireMember({ request, context });
  return { title: (await translator(request))("affiliates:new.title") };
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    schema: newAffiliateSchema,
    failed: "affiliate_failed",
    run: async ({ language: chosen, ...input }, { inScope, t }) => {
      const language = chosen ?? (await requestLanguage(request));
      const id = await inScope((scope) => addAffiliate(scope, input, language));
      // The message on the next page already contains a link, if staff may have one. It is made in a second
      // transaction: its query spans organizations, which a distributed database rejects beside recent writes.
      const headers = await inScope(async (scope, user) => {
        const link = await inviteByHandIfNew(scope, id);
        const kept = link && { ...link, by: user.id, at: scope.now.getTime() };
        return kept ? storeManualLink(request, kept) : new Headers();
      });
      return {
        to: paths.affiliateDialog(id, "invitation", new URL(request.url).search),
        toast: {
          tone: "success",
          title: t("affiliates:toast.added"),
          description: t("affiliates:toast.invited", { email: input.email }),
        },
        headers,
      };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

export default function AddAffiliate() {
  const { t, i18n } = useTranslation("affiliates");
  const list = paths.affiliates(useAddress().search);
  const [form, fields] = useForm({
    lastResult: useReply(),
    // The language of the inviting member, unless they choose another.
    defaultValue: { language: i18n.language },
    ...bySchema(newAffiliateSchema),
  });
  const labels: Record<NewAffiliateField, string> = { name: t("new.name"), email: t("new.email") };
  // In the order of the form.
  const controls: Record<NewAffiliateField, ReactNode> = {
    name: <TextField field={fields.name} label={labels.name} autoComplete="off" />,
    email: <TextField field={fields.email} label={labels.email} type="email" autoComplete="off" />,
  };
  return (
    <RouteDialog title={t("new.title")} description={t("new.text")} closeTo={list} size="sm">
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <FormErrors form={form} labels={labels} />
        {Children.toArray(Object.values(controls))}
        <SelectField
          field={fields.language}
          label={t("new.language")}
          help={t("new.language_help")}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
        <FormActions>
          <DialogCancel to={list} />
          <SubmitButton pendingLabel={t("new.pending")}>{t("new.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
