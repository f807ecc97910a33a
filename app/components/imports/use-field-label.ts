import { useTranslation } from "react-i18next";

/** Returns a function that names a field of an import. Custom fields have their own label. */
export function useFieldLabel(fields: readonly { name: string; label: string | null }[]) {
  const { t } = useTranslation("imports");
  return (name: string): string => fields.find((field) => field.name === name)?.label ?? t(`fields.${name}`);
}
