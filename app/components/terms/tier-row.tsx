import { useTranslation } from "react-i18next";
import { controlProps, FieldNotes } from "~/components/forms/field-frame";
import type { AnyField } from "~/components/forms/field-meta";
import { Button } from "~/components/ui/button";
import { Icon } from "~/components/ui/icon";
import { Input } from "~/components/ui/input";
import { removeTier, termsIntents, type TypedRow } from "./tier-rows";
import { intent } from "~/browser/intents";

export type TierRowProps = {
  /** Row number, from 1. */
  row: number;
  typed: TypedRow;
  from: AnyField;
  rate: AnyField;
  currency: string;
  required: boolean;
  autoFocus: boolean;
  /** With JavaScript the row is removed immediately; without it the button sends the form. */
  onRemove: (() => void) | undefined;
};

/** One tier: its volume and its percentage. Errors are shown below the row. */
export function TierRow({ row, typed, from, rate, currency, required, autoFocus, onRemove }: TierRowProps) {
  const { t } = useTranslation("terms");
  const controls = [
    { field: from, label: t("tiers.from_row", { row }), value: typed.from, suffix: currency },
    { field: rate, label: t("tiers.rate_row", { row }), value: typed.rate, suffix: "%" },
  ];
  // Empty rows at the end do not count; the first begins at 0, entered or not.
  const isNeeded = (index: number) => (row === 1 ? index === 1 : Boolean(typed.from || typed.rate));
  return (
    <li className="space-y-1.5">
      <div className="grid grid-cols-[1fr_7rem_2.75rem] items-center gap-2 md:grid-cols-[1fr_9rem_2.5rem]">
        {controls.map(({ field, label, value, suffix }, index) => (
          <span key={suffix === "%" ? "rate" : "from"} className="relative grid items-center">
            <label htmlFor={field.id} className="sr-only">
              {label}
            </label>
            <Input
              inputMode="decimal"
              autoComplete="off"
              {...controlProps({ field, required: required && isNeeded(index) })}
              defaultValue={value}
              // The first tier always begins at 0.
              readOnly={row === 1 && index === 0}
              autoFocus={autoFocus && index === 0}
              className="pr-14 text-right tabular-nums"
            />
            <span aria-hidden className="pointer-events-none absolute right-3 text-muted">
              {suffix}
            </span>
          </span>
        ))}
        {row > 1 && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t("tiers.remove", { row })}
            {...(onRemove
              ? { onClick: onRemove }
              : { type: "submit", ...intent(termsIntents, removeTier(row)), formNoValidate: true })}
          >
            <Icon name="trash" />
          </Button>
        )}
      </div>
      <FieldNotes field={from} />
      <FieldNotes field={rate} />
    </li>
  );
}
