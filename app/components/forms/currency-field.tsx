import { Input } from "~/components/ui/input";
import { DEFAULT_CURRENCY } from "~/domain/deals/deal.schema";
import { controlProps, FieldFrame, textLimits } from "./field-frame";
import type { FieldBaseProps } from "./field-meta";

const suggestions = ["EUR", "USD", "CHF", "GBP", "PLN", "SEK", "DKK", "NOK", "CZK"];

/** A currency: any text, the usual codes are suggested. */
export function CurrencyField({ field, label, help, optional, className }: FieldBaseProps) {
  return (
    <FieldFrame {...{ field, label, help, optional, className }}>
      <Input
        key={field.key}
        {...controlProps(field, help)}
        {...textLimits(field)}
        list={`${field.id}-suggestions`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        // What is meant when nothing is entered.
        placeholder={DEFAULT_CURRENCY}
        defaultValue={field.initialValue as string | undefined}
      />
      <datalist id={`${field.id}-suggestions`}>
        {suggestions.map((code) => (
          <option key={code} value={code} />
        ))}
      </datalist>
    </FieldFrame>
  );
}
