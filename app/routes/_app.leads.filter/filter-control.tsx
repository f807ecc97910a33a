import { useId } from "react";
import { useTranslation } from "react-i18next";
import { Input } from "~/components/ui/input";
import { Select } from "~/components/ui/select";
import { ownName, type OwnField } from "~/domain/fields/own-field";
import "~/components/fields/field-texts";

/** The control of a filter by one field. Empty controls leave no trace in the list. */
export function FilterControl({ field, params }: { field: OwnField; params: URLSearchParams }) {
  const { t } = useTranslation("fields");
  const id = useId();
  const name = ownName(field.key);
  const { kind, label, options, currency } = field;
  const value = params.get(name) ?? "";
  if (kind === "choice" || kind === "yes_no") {
    const choices =
      kind === "choice"
        ? options.map(({ key, label: text, removed }) => ({
            value: key,
            label: removed ? t("removed_choice", { label: text }) : text,
          }))
        : (["yes", "no"] as const).map((answer) => ({ value: answer, label: t(answer) }));
    return (
      <div className="space-y-1.5">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <Select
          id={id}
          name={name}
          defaultValue={value}
          options={[{ value: "", label: t("filter.any") }, ...choices]}
        />
      </div>
    );
  }
  if (kind === "text") {
    return (
      <div className="space-y-1.5">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <Input id={id} name={name} defaultValue={value} autoComplete="off" aria-describedby={`${id}-help`} />
        <p id={`${id}-help`} className="text-xs text-muted">
          {t("filter.contains")}
        </p>
      </div>
    );
  }
  const shown = currency === null ? label : `${label} (${currency})`;
  return (
    <fieldset className="grid min-w-0 grid-cols-2 gap-3">
      <legend className="sr-only">{shown}</legend>
      {(["from", "to"] as const).map((end) => (
        <div key={end} className="space-y-1.5">
          <label htmlFor={`${id}-${end}`} className="block font-medium wrap-anywhere">
            {t(`filter.${end}`, { label: shown })}
          </label>
          <Input
            id={`${id}-${end}`}
            name={`${name}_${end}`}
            type={kind === "day" ? "date" : "text"}
            inputMode={kind === "day" ? undefined : "decimal"}
            defaultValue={params.get(`${name}_${end}`) ?? ""}
            autoComplete="off"
          />
        </div>
      ))}
    </fieldset>
  );
}
