import { useTranslation } from "react-i18next";
import { useFormat, useNumberLocale } from "~/browser/use-format";
import type { Description } from "~/components/ui/description-list";
import { ownName, type OwnField } from "~/domain/fields/own-field";
import type { OwnData, OwnValue } from "~/domain/fields/own-value";
import type { Day } from "~/domain/shared/dates";
import { formatDecimal } from "~/domain/shared/money";
import "./field-texts";

/** Returns the labels of own fields by their names in forms, for error summaries. */
export const ownLabels = ({ fields }: Pick<OwnData, "fields">): Record<string, string> =>
  Object.fromEntries(fields.map(({ key, label }) => [ownName(key), label]));

/** Returns a function that writes a value for the reader. */
export function useOwnText() {
  const { t } = useTranslation("fields");
  const format = useFormat();
  const numbers = useNumberLocale();
  return ({ options }: OwnField, value: OwnValue): string => {
    if (typeof value === "string") return value;
    if (typeof value === "boolean") return t(value ? "yes" : "no");
    if ("number" in value) return formatDecimal(value.number, numbers);
    if ("day" in value) return format.day(value.day);
    if ("option" in value) return options.find(({ key }) => key === value.option)?.label ?? value.option;
    return format.money(value);
  };
}

/** Returns how an edit conflict shows stored values that are not plain text, by the names of the fields. */
export function useOwnSay({ fields }: Pick<OwnData, "fields">) {
  const text = useOwnText();
  const valueOf = ({ kind }: OwnField, shown: string): OwnValue => {
    if (kind === "number") return { number: shown };
    if (kind === "day") return { day: shown as Day };
    if (kind === "choice") return { option: shown };
    return kind === "yes_no" ? shown === "yes" : shown;
  };
  return Object.fromEntries(
    fields.map((field) => [
      ownName(field.key),
      (shown: string | null) => (shown === null ? null : text(field, valueOf(field, shown))),
    ]),
  );
}

/** Returns the own fields of a record as rows of a page, in their order. Existing values can be copied. */
export function useOwnFacts({ fields, values }: OwnData): Description[] {
  const text = useOwnText();
  return fields.map((field): Description => {
    const value = values[field.key] ?? null;
    if (value === null) return { label: field.label, value: null };
    const shown = text(field, value);
    return { label: field.label, value: shown, copy: shown };
  });
}
