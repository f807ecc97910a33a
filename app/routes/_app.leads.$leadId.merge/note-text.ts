import type { TFunction } from "i18next";
import { leadLabels } from "~/components/leads/lead-labels";
import { ownName, type OwnField } from "~/domain/fields/own-field";
import { ownEntries, type OwnData } from "~/domain/fields/own-value";
import type { LeftValues } from "~/domain/leads/merge-leads.server";

/** Returns the internal note of a merge: which lead it was, and its values that did not stay. */
export function noteText(t: TFunction, locale: string, { company, values, own, affiliate }: LeftValues): string {
  const labels = leadLabels(t);
  const left = [
    ...values.map(({ name, value }) => t("common:labelled", { label: labels[name], value })),
    ...own.fields.map((field) => t("common:labelled", { label: field.label, value: ownText(t, locale, field, own) })),
  ];
  return [
    t("merging:merge.note_text", { company }),
    ...(affiliate ? [t("merging:merge.note_credit", { affiliate })] : []),
    ...(left.length > 0 ? [t("merging:merge.note_left"), ...left] : []),
  ].join("\n");
}

function ownText(t: TFunction, locale: string, field: OwnField, { values }: OwnData): string {
  const value = values[field.key] ?? null;
  if (typeof value === "boolean") return t(value ? "fields:yes" : "fields:no");
  if (value && typeof value === "object" && "option" in value)
    return field.options.find(({ key }) => key === value.option)?.label ?? value.option;
  return ownEntries({ fields: [field], values }, locale)[ownName(field.key)] ?? "";
}
