import { getFormProps, useForm } from "@conform-to/react";
import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { pageTitle } from "~/browser/page-title";
import { useReply } from "~/browser/use-reply";
import { RequiredField, useFieldLabels } from "~/components/fields/field-form";
import { bySchema } from "~/components/forms/by-schema";
import { EditErrors } from "~/components/forms/edit-errors";
import type { AnyField } from "~/components/forms/field-meta";
import { FormActions } from "~/components/forms/form-actions";
import { SubmitButton } from "~/components/forms/submit-button";
import { TextField } from "~/components/forms/text-field";
import { TextareaField } from "~/components/forms/textarea-field";
import { VersionField } from "~/components/forms/version-field";
import { DialogCancel, DialogForm, RouteDialog } from "~/components/ui/route-dialog";
import type { OwnField } from "~/domain/fields/own-field";
import { editOwnFieldSchema, optionName } from "~/domain/fields/own-field.schema";
import { editOwnField, ownFieldVersion } from "~/domain/fields/save-own-field.server";
import { paths } from "~/paths/paths";
import { runAction } from "~/server/action.server";
import { pageFor } from "~/server/named-member.server";
import { namedOwnField } from "~/server/own-fields.server";
import { translator } from "~/server/request-language.server";
import "~/components/fields/field-texts";

export async function loader(args: LoaderFunctionArgs) {
  const { field, isOwner } = await namedOwnField(args, { isDeleted: false });
  const title = (await translator(args.request))("fields:edit.title", { label: field.label });
  return pageFor(isOwner, { title, field, isOwner, version: ownFieldVersion(field) });
}

export async function action(args: ActionFunctionArgs) {
  return runAction(args, {
    who: "member",
    named: { field_id: args.params["fieldId"] },
    schema: async () => editOwnFieldSchema((await namedOwnField(args, { isDeleted: false })).field),
    run: async (input, { inScope, t }) => {
      const changed = await inScope((scope) => editOwnField(scope, input));
      const title = t(changed ? "fields:edit.done" : "fields:edit.unchanged");
      return { to: paths.settings("fields"), toast: { tone: changed ? "success" : "info", title } };
    },
  });
}

export { clientAction } from "~/browser/client-actions";

export { shouldRevalidate } from "~/browser/should-revalidate";

export const meta: MetaFunction<typeof loader> = ({ data }) => pageTitle(data?.title);

/** Edits a field: name, choices, whether it is required, purpose (WORK-16). */
export default function EditOwnField() {
  const { title, field, isOwner, version } = useLoaderData<typeof loader>();
  const { t } = useTranslation(["fields", "common"]);
  const lastResult = useReply();
  const list = paths.settings("fields");
  const schema = useMemo(() => editOwnFieldSchema(field), [field]);
  const [form, fields] = useForm({
    id: "own-field",
    lastResult,
    defaultValue: {
      label: field.label,
      purpose: field.purpose,
      is_required: field.isRequired ? "yes" : "",
      version,
      ...Object.fromEntries(field.options.map(({ key, label, removed }) => [optionName(key), removed ? "" : label])),
    },
    ...bySchema(schema, { field_id: field.id }),
  });
  const ofOptions = Object.fromEntries(field.options.map(({ key, label }) => [optionName(key), label]));
  const labels = { ...useFieldLabels(), choices: t("new_choices"), ...ofOptions };
  return (
    <RouteDialog title={title} description={isOwner ? t("fixed") : t("owners_only")} closeTo={list}>
      <DialogForm {...getFormProps(form)} className="grid gap-4">
        <EditErrors form={form} labels={labels} lastResult={lastResult} />
        {isOwner && (
          <>
            <VersionField field={fields.version} lastResult={lastResult} />
            <TextField field={fields.label} label={t("label")} autoComplete="off" />
            {field.kind === "choice" && (
              <>
                <OptionFields options={field.options} fields={fields} />
                <TextareaField field={fields.choices} label={t("new_choices")} help={t("new_choices_help")} optional />
              </>
            )}
            <RequiredField field={fields.is_required} />
            <TextareaField field={fields.purpose} label={t("purpose")} help={t("purpose_help")} rows={2} />
          </>
        )}
        <FormActions>
          <DialogCancel to={list} />
          {isOwner && <SubmitButton pendingLabel={t("common:saving")}>{t("common:save")}</SubmitButton>}
        </FormActions>
      </DialogForm>
    </RouteDialog>
  );
}

type OptionFieldsProps = {
  options: OwnField["options"];
  fields: Readonly<Record<string, AnyField | undefined>>;
};

/** The names of the choices. Values have their keys, so a new name shows everywhere. */
function OptionFields({ options, fields }: OptionFieldsProps) {
  const { t } = useTranslation("fields");
  return (
    <fieldset className="grid min-w-0 gap-3" aria-describedby="choices-help">
      <legend className="mb-2 font-medium">{t("choices")}</legend>
      {options.map(({ key, label, removed }, index) => (
        <TextField
          key={key}
          field={fields[optionName(key)]!}
          label={removed ? t("removed_choice", { label }) : t("choice", { number: index + 1 })}
          autoComplete="off"
        />
      ))}
      <p id="choices-help" className="text-xs text-muted">
        {t("choice_help")}
      </p>
    </fieldset>
  );
}
