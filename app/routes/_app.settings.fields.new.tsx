import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { RequiredField, useFieldLabels } from "~/components/fields/field-form";
import { bySchema } from "~/components/forms/by-schema";
import { FormActions } from "~/components/forms/form-actions";
import { FormErrors } from "~/components/forms/form-errors";
import { HiddenField } from "~/components/forms/hidden-field";
import { RadioCardsField } from "~/components/forms/radio-cards-field";
import { SelectField } from "~/components/forms/select-field";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import { audiences, ownKinds } from "~/domain/fields/own-field";
import { addOwnFieldSchema } from "~/domain/fields/own-field.schema";
import { addOwnField } from "~/domain/fields/save-own-field.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { staffScope } from "~/server/open-scope.server";
import { translator } from "~/server/request-language.server";
import "~/components/fields/field-texts";

export async function loader({ request, context }: LoaderFunctionArgs) {
  const entity = new URL(request.url).searchParams.get("of") === "deal" ? ("deal" as const) : ("lead" as const);
  const title = (await translator(request))(`fields:add.title.${entity}`);
  const { isOwner, currency } = await staffScope({ request, context }, async (scope, user) => ({
    isOwner: user.membership.role === "owner",
    currency: (await scope.organization()).defaultCurrency,
  }));
  return pageFor(isOwner, { title, entity, isOwner, currency });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    schema: addOwnFieldSchema,
    run: async (input, { inScope, t }) => {
      await inScope((scope) => addOwnField(scope, input));
      return { to: paths.settings("fields"), toast: { tone: "success", title: t("fields:add.done") } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Adds a field to leads or deals (WORK-16). */
export default function NewOwnField() {
  const { title, entity, isOwner, currency } = useLoaderData<typeof loader>();
  const { t } = useTranslation("fields");
  const lastResult = useReply();
  const list = paths.settings("fields");
  const [form, fields] = useForm({
    id: "own-field",
    lastResult,
    defaultValue: { entity, kind: "text", audience: "staff", currency },
    ...bySchema(addOwnFieldSchema),
  });
  return (
    <RouteDialog title={title} description={isOwner ? t("fixed") : t("owners_only")} closeTo={list}>
      <DialogForm {...getFormProps(form)} className="group/field grid gap-4">
        <FormErrors form={form} labels={useFieldLabels()} />
        {isOwner && (
          <>
            <HiddenField field={fields.entity} />
            <TextField field={fields.label} label={t("label")} autoComplete="off" />
            <SelectField
              field={fields.kind}
              label={t("kind")}
              options={ownKinds.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            />
            {/* Only with the type that has them; without JavaScript they are used for it only. */}
            <div className="hidden group-has-[[value=choice]:checked]/field:block noscript:block">
              <TextareaField field={fields.choices} label={t("choices")} help={t("choices_help")} />
            </div>
            <div className="hidden group-has-[[value=amount]:checked]/field:block noscript:block">
              <TextField
                field={fields.currency}
                label={t("currency")}
                help={t("currency_help")}
                required={false}
                autoComplete="off"
              />
            </div>
            <RadioCardsField
              field={fields.audience}
              label={t("audience")}
              options={audiences.map((value) => ({
                value,
                label: t(`audiences.${value}`),
                description: t(`audience_help.${value}`),
              }))}
            />
            <RequiredField field={fields.is_required} />
            <TextareaField field={fields.purpose} label={t("purpose")} help={t("purpose_help")} rows={2} />
          </>
        )}
        <FormActions>
          <DialogCancel to={list} />
          {isOwner && <SubmitButton pendingLabel={t("add.pending")}>{t("add.submit")}</SubmitButton>}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}
