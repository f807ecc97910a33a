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
import { firstTerms } from "~/domain/affiliates/affiliate";
import { addAffiliate } from "~/domain/affiliates/add-affiliate.server";
import { addAffiliateSchema, type NewAffiliateField } from "~/domain/affiliates/affiliate.schema";
import { inviteByHandIfNew } from "~/domain/affiliates/create-manual-invitation.server";
import { requestLanguage, translator } from "~/server/request-language.server";
import { languages } from "~/i18n/languages";
import { storeManualLink } from "~/server/handed-link.server";
import { staffScope } from "~/server/open-scope.server";
import { useLoaderData } from "@remix-run/react";
import "~/components/affiliates/batch-texts";
import { useTermWords } from "~/components/deals/use-term-words";
import { readStandardTerms } from "~/domain/terms/standard-terms.server";
import { withEdit } from "~/paths/affiliate-view";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { runAction } from "~/server/action.server";
import { paths } from "~/paths/paths";

/** The terms that the form offers: those of new affiliates, or others that are entered in the next step. */
const termChoices = [...firstTerms, "own"] as const;

/** A new affiliate, their terms, and the language of their emails if the form names one. */
const newAffiliateSchema = addAffiliateSchema.and(
  z.object({
    language: z.enum(languages).optional().catch(undefined),
    terms: z.enum(termChoices).default("standard").catch("standard"),
  }),
);

export async function loader({ request, context }: LoaderFunctionArgs) {
  const title = (await translator(request))("affiliates:new.title");
  return staffScope({ request, context }, async (scope) => ({ title, standard: await readStandardTerms(scope) }));
}

export async function action(args: ActionFunctionArgs) {
  const { request } = args;
  return runAction(args, {
    who: "member",
    signedOut: "not_authenticated",
    schema: newAffiliateSchema,
    failed: "affiliate_failed",
    run: async ({ language: chosen, terms, ...input }, { inScope, t }) => {
      const first = terms === "own" ? "none" : terms;
      const language = chosen ?? (await requestLanguage(request));
      const id = await inScope((scope) => addAffiliate(scope, input, language, first));
      // The message on the next page already contains a link, if staff may have one. It is made in a second
      // transaction: its query spans organizations, which a distributed database rejects beside recent writes.
      const headers = await inScope(async (scope, user) => {
        const link = await inviteByHandIfNew(scope, id);
        const kept = link && { ...link, by: user.id, at: scope.now.getTime() };
        return kept ? storeManualLink(request, kept) : new Headers();
      });
      const { search } = new URL(request.url);
      return {
        to:
          terms === "own"
            ? paths.affiliateDialog(id, "terms", withEdit(search))
            : paths.affiliateDialog(id, "invitation", search),
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
  const { standard } = useLoaderData<typeof loader>();
  const { t, i18n } = useTranslation(["affiliates", "batches"]);
  const words = useTermWords();
  const list = paths.affiliates(useAddress().search);
  const [form, fields] = useForm({
    lastResult: useReply(),
    // The language of the inviting member, unless they choose another.
    defaultValue: { language: i18n.language, terms: "standard" },
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
        {standard && (
          <SelectField
            field={fields.terms}
            label={t("batches:standard.first")}
            options={[
              { value: "standard", label: t("batches:standard.first_standard", { terms: words(standard).short }) },
              { value: "own", label: t("batches:standard.first_own") },
              { value: "none", label: t("batches:standard.first_none") },
            ]}
          />
        )}
        <FormActions>
          <DialogCancel to={list} />
          <SubmitButton pendingLabel={t("new.pending")}>{t("new.submit")}</SubmitButton>
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
