import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useTranslation } from "react-i18next";
import type { AnyField } from "~/components/forms/field-meta";
import { Button } from "~/components/ui/button";
import { useHydrated } from "~/browser/use-hydrated";
import { Icon } from "~/components/ui/icon";
import { MAX_TIERS, tierFields } from "~/domain/terms/tiers";
import { TierRow } from "./tier-row";
import { ADD_TIER, termsIntents, type TypedRow } from "./tier-rows";
import { intent } from "~/browser/intents";

export type TiersFieldProps = {
  fields: Readonly<Record<string, AnyField>>;
  initial: readonly TypedRow[];
  currency: string;
  /** True if the chosen model is tiers. */
  required: boolean;
  /** The page is the response to "add" or "remove". The last row gets the focus. */
  focusLast: boolean;
  className: string;
};

/**
 * The rows of tiers (AFF-09). Each row has its own key, so its values stay with it when others are added or removed.
 * The names of the fields count from 1. Without JavaScript the buttons send the form, which returns with the rows
 * changed.
 */
export function TiersField({ fields, initial, currency, required, focusLast, className }: TiersFieldProps) {
  const { t } = useTranslation("terms");
  const ready = useHydrated();
  const list = useRef<HTMLOListElement>(null);
  const [rows, setRows] = useState(() => initial.map((typed, key) => ({ key, typed })));
  const nextKey = useRef(initial.length);

  const change = (next: typeof rows, focusOn: number) => {
    flushSync(() => setRows(next));
    const inputs = [...(list.current?.querySelectorAll("input") ?? [])];
    // Dispatches an input event, so that the form validates the rows again and updates the example.
    inputs[0]?.dispatchEvent(new Event("input", { bubbles: true }));
    inputs[Math.min(focusOn * 2, inputs.length - 2)]?.focus();
  };
  const add = () => change([...rows, { key: nextKey.current++, typed: { from: "", rate: "" } }], rows.length);
  const remove = (index: number) =>
    change(
      rows.filter((_, place) => place !== index),
      index,
    );

  return (
    <fieldset className={className}>
      <legend className="font-medium">{t("tiers.label")}</legend>
      <p className="mt-1 text-xs text-muted">{t("tiers.help")}</p>
      <input type="hidden" name="tier_rows" value={rows.length} readOnly />
      <div
        aria-hidden
        className="mt-3 mb-1 grid grid-cols-[1fr_7rem_2.75rem] gap-2 text-xs text-muted md:grid-cols-[1fr_9rem_2.5rem]"
      >
        <span>{t("tiers.from")}</span>
        <span>{t("tiers.rate")}</span>
      </div>
      <ol ref={list} className="grid gap-2">
        {rows.map(({ key, typed }, index) => {
          const [from, rate] = tierFields(index + 1);
          return (
            <TierRow
              key={key}
              row={index + 1}
              typed={typed}
              from={fields[from]!}
              rate={fields[rate]!}
              currency={currency}
              required={required}
              autoFocus={focusLast && index === rows.length - 1}
              onRemove={ready ? () => remove(index) : undefined}
            />
          );
        })}
      </ol>
      {rows.length < MAX_TIERS ? (
        <Button
          variant="secondary"
          className="mt-3"
          {...(ready ? { onClick: add } : { type: "submit", ...intent(termsIntents, ADD_TIER), formNoValidate: true })}
        >
          <Icon name="plus" />
          {t("tiers.add")}
        </Button>
      ) : (
        <p className="mt-3 text-xs text-muted">{t("tiers.most", { count: MAX_TIERS })}</p>
      )}
    </fieldset>
  );
}
