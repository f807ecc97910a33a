import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import type { NewOwnField } from "~/domain/fields/own-field.schema";
import "./field-texts";

/** Returns the labels of the form of a field, for its error summary. */
export function useFieldLabels(): Record<keyof NewOwnField, string> {
  const { t } = useTranslation("fields");
  return {
    entity: t("title"),
    kind: t("kind"),
    label: t("label"),
    audience: t("audience"),
    is_required: t("required"),
    purpose: t("purpose"),
    choices: t("choices"),
    currency: t("currency"),
  };
}

/** The check box that makes a field required. */
export function RequiredField({ field }: { field: AnyField }) {
  const { t } = useTranslation("fields");
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3 md:min-h-10">
      <input
        key={field.key}
        type="checkbox"
        id={field.id}
        name={field.name}
        form={field.formId}
        value="yes"
        defaultChecked={field.initialValue === "yes"}
        className="size-4 shrink-0 accent-accent"
      />
      <span>
        <span className="block font-medium">{t("required")}</span>
        <span className="block text-xs text-muted">{t("required_label")}</span>
      </span>
    </label>
  );
}
