import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./copy-button";
import { Missing } from "./missing";

export type Description = {
  label: string;
  /** An empty value is shown as a dash. */
  value: ReactNode;
  /** The text to copy. */
  copy?: string;
};

export type DescriptionListProps = { items: readonly Description[] };

/** The fields of one record, read-only. */
export function DescriptionList({ items }: DescriptionListProps) {
  const { t } = useTranslation("common");
  return (
    <dl className="@container divide-y">
      {items.map(({ label, value, copy }) => (
        <div key={label} className="grid min-h-11 gap-x-4 py-2.5 @sm:grid-cols-[minmax(7rem,1fr)_2fr]">
          <dt className="text-muted">{label}</dt>
          <dd className="flex min-w-0 items-start justify-between gap-2">
            <div className="min-w-0 wrap-anywhere whitespace-pre-line tabular-nums">
              {value || <Missing words={t("none")} />}
            </div>
            {copy && (
              <CopyButton
                iconOnly
                size="icon-sm"
                variant="ghost"
                text={copy}
                label={t("copy_field", { label })}
                notify={t("field_copied", { label })}
                className="-my-2.5"
              />
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
